import { zodResolver } from '@hookform/resolvers/zod';
import { config } from 'zod';

/* Every form takes its resolver from here: browsers load this before any schema. The pages' security policy
   forbids `eval`, and zod would probe for it, which some browsers report as an error. */
config({ jitless: true });

export { zodResolver };

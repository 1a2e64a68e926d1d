import { zodResolver } from '@hookform/resolvers/zod';
import { config } from 'zod';

/*
 * The source of every form's resolver, because browsers must run this before any schema. The pages' security
 * policy forbids `eval`, and zod would test for it, which some browsers report as an error.
 */
config({ jitless: true });

export { zodResolver };

import { createTransport } from 'nodemailer';
import { explainFailure } from './explain-failure.ts';
import { type Sender, senderOf, smtpOptions } from './transport.ts';

/**
 * Sends one message to the address and prints each line of the conversation: `>` is this program's, `<` the
 * server's. Passwords are omitted. The last line tells the outcome, and what to do after a failure. Returns
 * whether the server accepted the message.
 */
export async function checkMail(
  url: string,
  sender: Sender,
  to: string,
  print: (line: string) => void,
  timeout?: number,
): Promise<boolean> {
  const show = (entry: { tnx?: string }, text: string) => {
    if (entry.tnx === 'server') print(`< ${text}`);
    if (entry.tnx === 'client') print(`> ${text}`);
  };
  const silent = () => {};
  const transport = createTransport({
    ...smtpOptions(url, timeout),
    debug: true,
    logger: {
      level: silent,
      trace: silent,
      debug: show,
      info: silent,
      warn: silent,
      error: silent,
      fatal: silent,
    },
  });
  try {
    await transport.sendMail({
      from: await senderOf(sender),
      to,
      subject: 'A test of this site’s mail',
      text: 'This message was sent to see whether mail arrives. Nothing needs to be done.\n',
    });
    print(`The server accepted the message for ${to}.`);
    return true;
  } catch (error) {
    print(explainFailure(error as Error, url));
    return false;
  } finally {
    transport.close();
  }
}

import { composeLetter } from '#features/letter/server/compose-letter.ts';
import { smtpTransport } from '#platform/mail/transport.ts';
import { startSmtpPeer } from '#test/peers/smtp-peer.ts';
import { DOMAIN, type SendingDomain, startSendingDomain } from './sending-domain.ts';
import { type Envelope, judgeByRspamd, judgeBySpamAssassin } from './spam-filters.ts';

/*
 * npm run letters:spam: sends a weekly letter from a domain that signs its mail, and prints the verdicts of
 * two spam filters. Needs Debian's spamassassin, rspamd and dnsmasq-base.
 */

/** Score below which a letter is accepted. The filters mark mail as spam from 5 and 6 on. */
const LIMIT = 1;

const LETTER = {
  to: 'maren@reader.example',
  site: 'Stillwater',
  publicUrl: `https://${DOMAIN}`,
  frequency: 'weekly' as const,
  droplet: {
    id: 3,
    slug: 'finish-the-sentence',
    title: 'Finish the sentence',
    description:
      'Let the other person come to the end of their thought, and count one breath before you speak.',
    mediaType: 'video',
    duration: 1,
  },
  picturePath: '/preview/droplets/3.png',
  line: 'Good morning. This one helped me at breakfast.',
  address: 'Stillwater, 12 Harbour Lane, Galway, Ireland',
  token: '1.aZ8kQ2vX7mB4nC9tLpR3wE',
};

async function received({ sign }: SendingDomain): Promise<string> {
  const peer = await startSmtpPeer();
  try {
    await smtpTransport(peer.url, `Stillwater <letters@${DOMAIN}>`)(composeLetter(LETTER));
    const { raw } = await peer.waitFor(() => true);
    return await sign(raw);
  } finally {
    await peer.stop();
  }
}

const domain = await startSendingDomain();
try {
  const message = await received(domain);
  const envelope: Envelope = { from: `letters@${DOMAIN}`, to: LETTER.to };
  for (const [name, judge] of Object.entries({ SpamAssassin: judgeBySpamAssassin, Rspamd: judgeByRspamd })) {
    const { score, rules } = await judge(message, envelope, domain.dnsPort);
    const isAccepted = score < LIMIT;
    console.log(
      `${name}: ${score} points (below ${LIMIT}: ${isAccepted ? 'yes' : 'NO'})\n  ${rules.join('\n  ')}`,
    );
    if (!isAccepted) process.exitCode = 1;
  }
} finally {
  domain.stop();
}

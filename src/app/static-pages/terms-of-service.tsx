interface Names {
  /** The site's. */
  title: string;
  /** Where people write to. */
  email: string;
}

/** The terms of service. */
export function TermsOfService({ title, email }: Names) {
  const mail = <a href={`mailto:${email}`}>{email}</a>;
  return (
    <section aria-labelledby="terms">
      <h2 id="terms">Terms of Service</h2>
      <p>
        These terms apply between you and {title} when you use this site. If you do not agree with them,
        please do not use it.
      </p>
      <h3>What you get</h3>
      <p>
        Short lessons, kept in oceans, waves and droplets. Some are free, some are free samples, and some are
        premium. Entering an email address opens the free part. An account keeps your favorites and, if you
        choose so, carries a subscription.
      </p>
      <h3>For your health</h3>
      <p>
        The lessons are for learning. They are no medical or psychological advice, no diagnosis and no
        treatment, and they do not take the place of a professional who knows you. Try only what suits your
        body, and stop when something hurts or worries you: if you feel light-headed, go back to normal
        breathing. In an emergency, call the emergency number where you are.
      </p>
      <h3>Your account</h3>
      <p>
        Use an address that is yours, keep your password to yourself, and tell us at {mail} if somebody else
        seems to use your account. You need to be 16, or to have the agreement of a parent or guardian. One
        account is for one person.
      </p>
      <h3>The subscription and its price</h3>
      <p>
        A subscription opens every premium ocean, wave and droplet. It costs $20.00 USD per month and renews
        each month until you cancel it. The payment is taken by a payment provider, by card or wallet. We
        never see your card. The provider or your bank may show taxes or a currency conversion before you
        agree.
      </p>
      <p>
        If a monthly payment fails, the provider tries again over the following days and your access stays
        open meanwhile. If it keeps failing, premium content closes and nothing more is charged. If the price
        should ever change, we write to you at least 30 days before, and you can cancel first.
      </p>
      <h3>Cancelling</h3>
      <p>
        You can cancel at any time, from your account page or with the payment provider. No more payments are
        taken, and premium content stays open until the end of the month that you have paid for.
      </p>
      <h3>Refunds</h3>
      <p>
        Write to {mail} within 14 days of a payment and we return it, no reason needed. We also return
        payments that were taken twice or by mistake, whenever you notice. A refund ends the access that it
        paid for. Rights that the law of your country gives you as a consumer remain yours.
      </p>
      <h3>What we ask of you</h3>
      <p>
        Watch, listen, read and practise as you like. Please do not copy, sell or publish the lessons, do not
        try to open what is locked, and do not disturb the site for others. We may withdraw access from an
        address or an account that does, and we say so when we do.
      </p>
      <h3>What we can promise</h3>
      <p>
        We look after the site with care, but lessons may change or leave, and now and then it may be out of
        reach. As far as the law allows, we are liable only for harm that we cause on purpose or through
        serious carelessness, and otherwise for no more than you paid us in the last twelve months. Nothing
        here limits a liability that the law does not let us limit.
      </p>
      <h3>When these terms change</h3>
      <p>
        If a change matters to you, we write to the address of your account before it applies. If you would
        rather not go along, cancel and delete your account, and it does not apply to you.
      </p>
    </section>
  );
}

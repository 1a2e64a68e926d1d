const BLURBS = [
  { title: 'Focused Learning', text: 'One idea at a time, about a minute long.' },
  { title: 'Track Progress', text: 'See where you are in a wave: 3 of 8, not 3 behind.' },
  { title: 'Save Favorites', text: 'Keep the ones that help and find them again.' },
  { title: 'Personalized Path', text: 'Begin with the ocean you need today.' },
];

/** What an account is good for, beside the form. */
export function MarketingPanel() {
  return (
    <aside className="auth-side" aria-label="What an account is good for">
      <img src="/covers/ocean/rest.svg" alt="" width={1600} height={900} />
      <div className="in">
        <h2>A quieter place to learn</h2>
        <ul>
          {BLURBS.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

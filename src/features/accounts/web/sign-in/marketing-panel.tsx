import * as css from './marketing-panel.module.css';

const BLURBS = [
  { title: 'Focused Learning', text: 'One idea at a time, about a minute long.' },
  { title: 'Track Progress', text: 'Every lesson shows where you are in its wave: 3\u00a0of\u00a08.' },
  { title: 'Save Favorites', text: 'Keep the ones that help, on all your devices.' },
  { title: 'Personalized Path', text: 'Start with the ocean you need today. There is no set order.' },
];

/** Lists reasons for an account, beside the form. */
export function MarketingPanel() {
  return (
    <aside className={css.panel} aria-label="What an account is good for">
      <img src="/covers/ocean/rest.svg" alt="" width={1600} height={900} />
      <div className={css.text}>
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

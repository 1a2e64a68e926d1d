import { Component, type ReactNode } from 'react';

/** Replaces a page whose code failed to load: offline, or after a new release of the site. */
export class LostPage extends Component<{ children: ReactNode }, { lost: boolean }> {
  override state = { lost: false };

  static getDerivedStateFromError() {
    return { lost: true };
  }

  override render() {
    return this.state.lost ? <Lost /> : this.props.children;
  }
}

function Lost() {
  return (
    <div className="calm" role="alert">
      <title>This page could not be opened</title>
      <h1>This page could not be opened</h1>
      <p>Please check your connection and try again.</p>
      {/* No client navigation, because a reload loads the new release. */}
      {/* biome-ignore lint/a11y/useValidAnchor: this page; a link with its hash would not reload it */}
      <a className="btn" href="">
        Try Again
      </a>
    </div>
  );
}

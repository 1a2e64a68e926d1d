import { Component, type ReactNode } from 'react';
import { PageSpinner } from '#platform/design/state/spinner.tsx';

interface LostState {
  /** Null while it is unknown whether the connection or a release has lost the code. */
  lost: boolean | null;
}

/** Replaces a page whose code failed to load. */
export class LostPage extends Component<{ children: ReactNode }, LostState> {
  override state: LostState = { lost: false };

  static getDerivedStateFromError(): LostState {
    return { lost: null };
  }

  override componentDidCatch() {
    void reloadAfterRelease().then(() => this.setState({ lost: true }));
  }

  override render() {
    const { lost } = this.state;
    return lost ? <Lost /> : lost === null ? <PageSpinner /> : this.props.children;
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

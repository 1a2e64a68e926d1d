import type { Registry } from 'prom-client';
import type { SecondFactorPolicy } from '#features/accounts/server/second-factor/second-factor.ts';
import type { PaymentSetup } from '#features/subscriptions/server/checkout/payment-setup.ts';
import type { UploadSpace } from '#features/uploads/server/store.ts';
import type { MediaPreparation } from '#features/uploads/server/store-received.ts';
import type { Db, SyncQuery } from '#platform/database/open.ts';
import type { ReplicaWatch } from '#platform/database/replica/replica-watch.ts';
import type { CatalogueVersion } from '#platform/database/version/catalogue-version.ts';
import type { SharedCaches } from '#platform/http/cache/purge-target.ts';
import type { Pages } from './page-routes.ts';

/** Parts and options of the application. */
export interface AppSetup {
  db: Db;
  /** Default: the version is read from the database each time. */
  version?: CatalogueVersion;
  /** See `Database`. With it, the fast path looks up sessions synchronously. */
  querySync?: SyncQuery | undefined;
  /** Undefined: no replica, so every read uses `db`. */
  replica?: ReplicaWatch | undefined;
  /** Returns the site's public origin. A function, because a free port is known only after listening. */
  publicUrl: () => string;
  /** Whether cookies and headers are for https. */
  secure: boolean;
  production: boolean;
  dev: boolean;
  trustProxy: string[] | false;
  logLevel: string;
  /** Undefined: API without pages. */
  pages?: Pages;
  wakeMailSender?: () => void;
  /** Without a mail server, mails are stored in the folder `outbox`. */
  hasMailServer?: boolean;
  /** Called after the start of a member import. */
  wakeImports?: () => void;
  /** Folder with the site's own media. */
  mediaFolder?: string;
  uploads: UploadSpace;
  /** Folder of the data, whose disk the health page checks. */
  dataDir?: string;
  /** Undefined: no ffmpeg. Films and sounds that browsers play are stored unconverted. */
  media?: MediaPreparation | undefined;
  /** Undefined: no payments. */
  payments?: PaymentSetup;
  metrics?: Registry;
  /** Reads the metrics of all processes. Default: those of this process. */
  readMetrics?: () => Promise<string>;
  metricsToken?: string | undefined;
  /** Default: offered. */
  adminSecondFactor?: SecondFactorPolicy;
  /** Undefined: there is no shared cache, and responses forbid shared caching of pages and calls. */
  sharedCaches?: SharedCaches | undefined;
  /** Whether to refuse requests under overload. Default: except in development. */
  sheds?: boolean;
  /** Default: writes to standard output. */
  printLog?: (line: string) => void;
  /** Memory for cached responses, in bytes. */
  cacheBytes?: number;
}

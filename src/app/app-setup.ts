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
  /** Default: the database is asked each time. */
  version?: CatalogueVersion;
  /** See `Database`. With it, the fast path looks up sessions without waiting. */
  querySync?: SyncQuery | undefined;
  /** Undefined: no replica, every read goes to `db` as it is. */
  replica?: ReplicaWatch | undefined;
  /** The site's public origin. A function, because a free port is known only after listening. */
  publicUrl: () => string;
  /** Cookies and headers for https. */
  secure: boolean;
  production: boolean;
  dev: boolean;
  trustProxy: string[] | false;
  logLevel: string;
  /** Undefined: the API alone. */
  pages?: Pages;
  wakeMailSender?: () => void;
  /** Without one, mails are stored in the folder `outbox`. */
  hasMailServer?: boolean;
  /** Called after an import of members is started. */
  wakeImports?: () => void;
  /** Folder with the site's own media. */
  mediaFolder?: string;
  uploads: UploadSpace;
  /** Folder of the data, whose disk the health page looks at. */
  dataDir?: string;
  /** Undefined: no ffmpeg. Films and sounds are stored as they are, if browsers play them. */
  media?: MediaPreparation | undefined;
  /** Undefined: no payments. */
  payments?: PaymentSetup;
  metrics?: Registry;
  /** Reads the metrics of all processes. Default: this process. */
  readMetrics?: () => Promise<string>;
  metricsToken?: string | undefined;
  /** Default: offered. */
  adminSecondFactor?: SecondFactorPolicy;
  /** Undefined: no shared cache is in front, and none may store anything of pages and calls. */
  sharedCaches?: SharedCaches | undefined;
  /** Refuse requests under overload. Default: not in development. */
  sheds?: boolean;
  /** Default: standard output. */
  printLog?: (line: string) => void;
  /** Memory for cached responses, in bytes. */
  cacheBytes?: number;
}

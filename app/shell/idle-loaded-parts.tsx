/** What a page needs only once somebody does something: loaded at the first touch, key or pointer. See idle-loaded.ts. */
import '#app/ui/error-behaviour.ts';

export { FeedbackHost } from '#app/features/feedback/components/feedback-host.tsx';
export { startConsoleBuffer } from '#app/features/feedback/console-buffer.ts';
export { openFeedback } from '#app/features/feedback/widget-store.ts';
export { Toaster } from '#app/ui/toaster.tsx';
export { CountingSwitch } from './counting-switch.tsx';
export { MobileSheet } from './mobile-sheet.tsx';
export { OfflineNotice } from './offline-notice.tsx';
export { PageViews } from './page-views.tsx';
export { PaletteKey } from './palette-key.tsx';
export { PrefetchRoutes } from './prefetch-routes.tsx';
export { RouteProgress } from './route-progress.tsx';

/** What a page needs only once somebody does something: loaded at the first touch, key or pointer. See later.ts. */
export { Toaster } from '#app/ui/toaster.tsx';
export { CountingSwitch } from './counting-switch.tsx';
export { MobileSheet } from './mobile-sheet.tsx';
export { RouteProgress } from './route-progress.tsx';

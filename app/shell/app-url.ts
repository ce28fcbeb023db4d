import { useSite } from '#app/shell/site.ts';

/** Where this installation answers, as the operator named it; on a page that the browser made alone, where it is. */
export function useAppUrl(): string {
	return useSite().appUrl || location.origin;
}

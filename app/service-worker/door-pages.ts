import { offlineFolders as DOOR_SCOPES } from '#shared/rules/routes.ts';

/** Each a scope of its own for the service worker: it never sees any other page. */
export { DOOR_SCOPES };

/** Whether a path is a page of the door. */
export function isDoorPage(pathname: string): boolean {
	return DOOR_SCOPES.some((scope) => pathname.startsWith(scope) && pathname.length > scope.length);
}

/** The name under which the page for a path is cached: its kind, never its token. */
export function shellOf(pathname: string): string {
	const scope = DOOR_SCOPES.find((one) => pathname.startsWith(one));
	if (!scope) throw new Error('Not a page of the door');
	return `${scope}shell`;
}

/** What a page says to a worker that waits behind an older one, before it begins to scan. */
export const TAKE_OVER = { kind: 'take-over' } as const;

export function takesOver(message: unknown): boolean {
	return Object(message).kind === TAKE_OVER.kind;
}

import { AppError } from '#shared/errors/app-error.ts';
import { redactPath } from '#shared/rules/page-address.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { sendBeacon } from './send-beacon.ts';

const CRASH_PATH = '/api/errors';
/** A page that crashes in a loop is reported a few times. */
const CRASH_LIMIT = { limit: 5, windowMs: 60_000 };

/** Errors that no fix of ours would end: of extensions, frames of other sites, skipped view transitions, and browser warnings. */
const NOT_OURS =
	/(?:chrome|moz|safari-web)-extension:|^Script error\.?$|ResizeObserver loop|^Transition was (?:skipped|aborted)/;

/** Whether an error is a fault of ours: refusals and lost connections are no crashes. */
export function isCrash(error: unknown): boolean {
	if (error instanceof AppError) return error.status >= 500 && !error.code.startsWith('NETWORK_');
	if (!(error instanceof Error)) return error !== null && error !== undefined;
	if (error.name === 'AbortError' || error.name === 'TimeoutError') return false;
	if (
		error instanceof TypeError &&
		/failed to fetch|load failed|networkerror|module script/i.test(error.message)
	)
		return false;
	return !NOT_OURS.test(error.message) && !NOT_OURS.test(error.stack ?? '');
}

export interface CrashFacts {
	route: string;
	release: string;
	severity?: 'warning' | 'info' | 'error';
}

/** The body of a report: where in the product and why, nothing about the person. */
export function describeCrash(error: unknown, facts: CrashFacts) {
	const known = error instanceof Error ? error : new Error(String(error).slice(0, 500));
	return {
		name: (error instanceof AppError ? error.code : known.name).slice(0, 200),
		message: known.message.slice(0, 4_000),
		stack: (known.stack ?? '').slice(0, 16_000),
		route: facts.route.slice(0, 300),
		release: facts.release.slice(0, 100),
		requestId: error instanceof AppError ? (error.requestId ?? '') : '',
		severity: facts.severity ?? 'error',
	};
}

interface RouterOfPage {
	state: { matches: { route: { path?: string } }[] };
}

/** The pattern of the open page, `/events/:event`, so that no name or token is in it. */
function routeOfPage(): string {
	const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter?: RouterOfPage };
	if (!router) return redactPath(location.pathname);
	return `/${router.state.matches.flatMap(({ route }) => route.path?.replace(/^\/|\/$/g, '') || []).join('/')}`;
}

function releaseOfPage(): string {
	return (
		(window as unknown as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version ??
		''
	);
}

const limiter = createRateLimiter(CRASH_LIMIT);
const reported = new WeakSet<object>();

/** Reports a crash to the server, once for each error. */
export function reportCrash(error: unknown, severity?: CrashFacts['severity']): void {
	if (!isCrash(error)) return;
	if (typeof error === 'object' && error !== null) {
		if (reported.has(error)) return;
		reported.add(error);
	}
	if (!limiter.tryTake(CRASH_PATH)) return;
	sendBeacon(
		CRASH_PATH,
		describeCrash(error, { route: routeOfPage(), release: releaseOfPage(), ...(severity && { severity }) }),
	);
}

import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Spinner } from '#app/ui/spinner.tsx';

/** What nobody has opened yet is fetched when the page has had this long to settle. */
const REST_MS = 1_500;

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A part of a page that comes after its frame: requested as soon as the page's own file has run, beside whatever data the
 * page waits for, and shown when it is there. For what is heavy and not needed to see where one is. If it cannot be had,
 * the screen of errors has "Try again" and the way home.
 * @param waiting stands in its place, of its shape and about its height: <RouteSkeleton /> where it is the page's content
 */
export function lazyPart<Props extends object>(load: Load<Props>, waiting: ReactNode) {
	return part(load, waiting, 0);
}

/** A dialog or sheet: fetched when the page has come to rest, or at once by whoever opens it earlier. */
export function lazyDialog<Props extends object>(load: Load<Props>) {
	return part(load, <WaitingOver />, REST_MS);
}

function part<Props extends object>(load: Load<Props>, waiting: ReactNode, restMs: number) {
	let loading: Promise<ComponentType<Props>> | null = null;
	const begin = () => {
		loading ??= load().catch((error: unknown) => {
			loading = null;
			throw error;
		});
		return loading;
	};
	const Part = lazy(async () => ({ default: await begin() }));
	const beginEarly = () => void begin().catch(() => {});
	if (typeof document !== 'undefined') {
		if (restMs === 0) beginEarly();
		else setTimeout(beginEarly, restMs);
	}
	return function Late(props: Props) {
		return (
			<Suspense fallback={waiting}>
				<Part {...props} />
			</Suspense>
		);
	};
}

function WaitingOver() {
	return (
		<div className="pointer-events-none fixed inset-0 z-50 grid place-content-center">
			<Spinner size={32} />
		</div>
	);
}

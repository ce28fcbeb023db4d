import { type ComponentType, lazy, Suspense } from 'react';

/**
 * A part that a page can do without: its script is fetched when it is rendered first, and where that fails, as without a connection,
 * nothing is shown in its place.
 */
export function optionalPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
	const Part = lazy(() =>
		load().then(
			(part) => ({ default: part }),
			(): { default: ComponentType<Props> } => ({ default: () => null }),
		),
	);
	return function Optional(props: Props) {
		return (
			<Suspense>
				<Part {...props} />
			</Suspense>
		);
	};
}

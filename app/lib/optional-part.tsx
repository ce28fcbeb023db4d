import { type ComponentType, lazy, Suspense, useState } from 'react';

/** A part whose script is fetched when it is rendered first. */
export const latePart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
	lazy(async () => ({ default: await load() }));

const firstParts: Promise<unknown>[] = [];

/**
 * When the parts that the document came with can be rendered.
 * @throws where the script of one cannot be had, tried twice: such a page stays as the server made it, and works without script
 */
export const firstPartsLoaded = () => Promise.all(firstParts);

/**
 * A late part that the document may come with: then React begins only when its script is there, as a press on a part that still waits
 * for its script would be lost. Before that it is held (app/shell/defer-script.ts).
 * @param id of an element that is in the document where the part is
 */
export function firstPart<Props extends object>(id: string, load: () => Promise<ComponentType<Props>>) {
	let Loaded: ComponentType<Props> | undefined;
	const begin = async () => (Loaded = await load());
	const Late = latePart(begin);
	if (typeof document !== 'undefined' && document.getElementById(id)) firstParts.push(begin().catch(begin));
	return function First(props: Props) {
		const [Part] = useState(() => Loaded ?? Late);
		return <Part {...props} />;
	};
}

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

/** The mark: a door ajar, and the light that falls through it. Its name stands beside it, so it is silent. */
export function LogoMark({ size = 28 }: { size?: number }) {
	return (
		<svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" className="shrink-0">
			<path d="M4 26V13a10 10 0 0 1 20 0v13Z" className="fill-ink" />
			<path d="M10 26V13.6a4 4 0 0 1 8 0V26Z" className="fill-paper" />
			<path d="M10 26V13.6c0-1.3.6-2.4 1.6-3.2L16 14v12Z" className="fill-accent" />
		</svg>
	);
}

import clsx from 'clsx';

/** Outline of the mark in a square of 32: a doorway, and the light in it. public/favicon.svg and the app icons draw the same. */
export const MARK = {
	doorway: 'M4 30V14a12 12 0 0 1 24 0v16z',
	light: 'M16 30V9.5a6.5 6.5 0 0 1 6.5 6.5v14z',
};

/** The mark alone. Decoration unless labelled. */
export function LogoMark({ className, label }: { className?: string; label?: string }) {
	return (
		<svg
			viewBox="0 0 32 32"
			role={label ? 'img' : undefined}
			aria-label={label}
			aria-hidden={label ? undefined : true}
			className={clsx('flex-none', className ?? 'size-6')}
		>
			<path d={MARK.doorway} fill="currentColor" />
			<path d={MARK.light} className="fill-accent" />
		</svg>
	);
}

/** Mark and name of the product; operators may run it under a name of their own. */
export function Logo({ name, className }: { name: string; className?: string }) {
	return (
		<span className={clsx('inline-flex items-center gap-2', className)}>
			<LogoMark />
			<span className="font-display text-lg leading-none font-semibold tracking-tight">{name}</span>
		</span>
	);
}

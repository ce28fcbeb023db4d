import clsx from 'clsx';

export type ButtonVariant = 'primary' | 'secondary' | 'outline' | 'ghost';
export type ButtonSize = 'sm' | 'md' | 'lg';
export type ButtonTone = 'neutral' | 'destructive' | 'event';

const SIZES: Record<ButtonSize, string> = {
	sm: 'h-8 gap-1.5 text-compact',
	md: 'h-10 gap-2 text-sm',
	lg: 'h-12 gap-2 text-base',
};

const PADDINGS: Record<ButtonSize, string> = { sm: 'px-3', md: 'px-4', lg: 'px-6' };
const SQUARES: Record<ButtonSize, string> = { sm: 'w-8', md: 'w-10', lg: 'w-12' };

/** Colours by tone and variant. The event's tone takes the hue of the page it stands on. */
const LOOKS: Record<ButtonTone, Record<ButtonVariant, string>> = {
	neutral: {
		primary:
			'bg-primary text-on-primary shadow-lift not-aria-disabled:hover:bg-primary-hover not-aria-disabled:active:bg-primary-active',
		secondary: 'bg-ink/7 text-ink not-aria-disabled:hover:bg-ink/11 not-aria-disabled:active:bg-ink/15',
		outline:
			'border border-edge bg-surface text-ink shadow-lift not-aria-disabled:hover:border-control not-aria-disabled:hover:bg-sunken not-aria-disabled:active:bg-ink/8',
		ghost: 'text-ink not-aria-disabled:hover:bg-ink/7 not-aria-disabled:active:bg-ink/11',
	},
	destructive: {
		primary:
			'bg-danger-solid text-on-danger shadow-lift not-aria-disabled:hover:bg-danger-hover not-aria-disabled:active:bg-danger-hover',
		secondary:
			'bg-danger-tint text-danger not-aria-disabled:hover:bg-danger/16 not-aria-disabled:active:bg-danger/20',
		outline:
			'border border-edge bg-surface text-danger shadow-lift not-aria-disabled:hover:border-danger not-aria-disabled:hover:bg-danger-tint',
		ghost: 'text-danger not-aria-disabled:hover:bg-danger-tint not-aria-disabled:active:bg-danger/16',
	},
	event: {
		primary:
			'bg-event text-on-event shadow-lift not-aria-disabled:hover:bg-event-hover not-aria-disabled:active:bg-event-hover',
		secondary: 'bg-event-wash text-event-ink not-aria-disabled:hover:bg-event-edge',
		outline: 'border border-event-edge bg-surface text-event-ink not-aria-disabled:hover:bg-event-wash',
		ghost: 'text-event-ink not-aria-disabled:hover:bg-event-wash',
	},
};

/** The look of a button for anything that must look like one (a label around a file input, a summary). */
export function buttonStyle(options: {
	variant?: ButtonVariant;
	size?: ButtonSize;
	tone?: ButtonTone;
	isSquare?: boolean;
	className?: string;
}): string {
	const { variant = 'primary', size = 'md', tone = 'neutral', isSquare = false, className } = options;
	return clsx(
		'relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md font-medium',
		'transition-[background-color,border-color,color] duration-(--duration-hover)',
		'aria-disabled:cursor-not-allowed aria-disabled:not-aria-busy:opacity-45',
		'hit-area',
		SIZES[size],
		isSquare ? SQUARES[size] : PADDINGS[size],
		LOOKS[tone][variant],
		className,
	);
}

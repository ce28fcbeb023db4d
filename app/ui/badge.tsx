import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Icon, type LucideIcon } from './icon.tsx';

export type BadgeVariant = 'default' | 'secondary' | 'destructive' | 'outline';

const LOOKS: Record<BadgeVariant, string> = {
	default: 'bg-primary text-on-primary',
	secondary: 'bg-ink/7 text-ink',
	destructive: 'bg-danger-tint text-danger',
	outline: 'border border-edge text-ink',
};

/** A short word beside a title: Beta, Sample, Free. For the state of a thing take StatusBadge. */
export function Badge(props: {
	variant?: BadgeVariant;
	icon?: LucideIcon;
	className?: string;
	children: ReactNode;
}) {
	const { variant = 'default', icon, className, children } = props;
	return (
		<span
			className={clsx(
				'inline-flex h-5.5 w-fit shrink-0 items-center gap-1 whitespace-nowrap rounded-full px-2 text-xs font-medium',
				LOOKS[variant],
				className,
			)}
		>
			{icon ? <Icon icon={icon} size={16} className="-ms-0.5 size-3.5" /> : null}
			{children}
		</span>
	);
}

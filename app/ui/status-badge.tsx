import clsx from 'clsx';
import {
	Circle,
	CircleAlert,
	CircleCheck,
	CircleDot,
	CircleX,
	Info,
	type LucideIcon,
	Radio,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type StatusTone = 'neutral' | 'pending' | 'live' | 'success' | 'warning' | 'danger' | 'info';

const LOOKS: Record<StatusTone, { className: string; icon: LucideIcon }> = {
	neutral: { className: 'bg-ink/7 text-ink', icon: CircleDot },
	pending: { className: 'bg-ink/7 text-muted', icon: Circle },
	live: { className: 'bg-accent-tint text-accent', icon: Radio },
	success: { className: 'bg-success-tint text-success', icon: CircleCheck },
	warning: { className: 'bg-warning-tint text-warning', icon: CircleAlert },
	danger: { className: 'bg-danger-tint text-danger', icon: CircleX },
	info: { className: 'bg-info-tint text-info', icon: Info },
};

/** The state of a thing: always an icon and a word, never colour alone. `icon` replaces the tone's own. */
export function StatusBadge(props: {
	tone: StatusTone;
	icon?: LucideIcon;
	className?: string;
	children: ReactNode;
}) {
	const look = LOOKS[props.tone];
	return (
		<span
			className={clsx(
				'inline-flex h-6 w-fit shrink-0 items-center gap-1 whitespace-nowrap rounded-full ps-1.5 pe-2.5 text-xs font-medium',
				look.className,
				props.className,
			)}
		>
			<Icon icon={props.icon ?? look.icon} className="size-3.5" />
			{props.children}
		</span>
	);
}

import clsx from 'clsx';
import { CircleAlert, CircleCheck, CircleX, Info, Lightbulb, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type CalloutTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

const LOOKS: Record<CalloutTone, { className: string; icon: LucideIcon }> = {
	neutral: { className: 'bg-ink/5 [--tone:var(--muted)]', icon: Lightbulb },
	info: { className: 'bg-info-tint [--tone:var(--info)]', icon: Info },
	success: { className: 'bg-success-tint [--tone:var(--success)]', icon: CircleCheck },
	warning: { className: 'bg-warning-tint [--tone:var(--warning)]', icon: CircleAlert },
	danger: { className: 'bg-danger-tint [--tone:var(--danger)]', icon: CircleX },
};

/** Something to know before going on, in place. `isUrgent` has it read out at once when it appears. */
export function Callout(props: {
	tone?: CalloutTone;
	title?: ReactNode;
	icon?: LucideIcon;
	/** One button or link. */
	action?: ReactNode;
	isUrgent?: boolean;
	className?: string;
	children?: ReactNode;
}) {
	const { tone = 'neutral', title, icon, action, isUrgent = false, className, children } = props;
	const look = LOOKS[tone];
	return (
		<div
			role={isUrgent ? 'alert' : undefined}
			className={clsx(
				'flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg p-4 text-sm',
				look.className,
				className,
			)}
		>
			<div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
				<Icon icon={icon ?? look.icon} size={20} className="text-(--tone)" />
				<div className="min-w-0">
					{title ? <p className="font-semibold text-(--tone)">{title}</p> : null}
					{children ? <div>{children}</div> : null}
				</div>
			</div>
			{action}
		</div>
	);
}

import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';

export interface Step {
	label: ReactNode;
	/** Where the step can be visited again. */
	to?: string;
}

/** How far a task of a few steps has come. */
export function Steps(props: { steps: readonly Step[]; current: number }) {
	const { steps, current } = props;
	const { t } = useLingui();
	return (
		<ol aria-label={t`Progress`} className="flex items-center gap-2 text-compact">
			{steps.map((step, index) => {
				const isDone = index < current;
				const isCurrent = index === current;
				const label = <span className={isCurrent ? undefined : 'max-sm:sr-only'}>{step.label}</span>;
				return (
					<li
						key={index}
						aria-current={isCurrent ? 'step' : undefined}
						className="flex items-center gap-2 not-first:before:h-px not-first:before:w-4 not-first:before:bg-edge sm:not-first:before:w-8"
					>
						<span
							className={clsx(
								'grid size-6 flex-none place-items-center rounded-full text-xs font-medium tabular-nums',
								isCurrent && 'bg-primary text-on-primary',
								isDone && 'bg-success-tint text-success',
								!isCurrent && !isDone && 'border border-edge text-muted',
							)}
						>
							{isDone ? <Icon icon={Check} label={t`Done`} className="size-3.5" /> : index + 1}
						</span>
						<span className={isCurrent ? 'font-medium' : 'text-muted'}>
							{isDone && step.to ? (
								<Link to={step.to} className="rounded-sm hover:text-ink hover:underline">
									{label}
								</Link>
							) : (
								label
							)}
						</span>
					</li>
				);
			})}
		</ol>
	);
}

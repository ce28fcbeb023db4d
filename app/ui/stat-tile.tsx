import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { Info, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';

/**
 * One number that matters. `null` is shown as a dash: no data is not zero. `definition` says what is counted; `to` leads to
 * the rows behind the number.
 */
export function StatTile(props: {
	label: ReactNode;
	value: ReactNode | null;
	detail?: ReactNode;
	definition?: string;
	icon?: LucideIcon;
	to?: string;
	/** For a door screen or a wall: numbers to read from afar. */
	size?: 'md' | 'lg';
	className?: string;
}) {
	const { label, value, detail, definition, icon, to, size = 'md', className } = props;
	const { t } = useLingui();
	const id = useId();
	return (
		<div
			className={clsx(
				'group/tile relative flex min-w-0 flex-col gap-1 rounded-lg border bg-surface p-4',
				to && 'transition-colors hover:border-control',
				className,
			)}
		>
			<p className="flex items-center gap-1.5 text-compact text-muted">
				{icon ? <Icon icon={icon} /> : null}
				{to ? (
					<Link to={to} className="after:absolute after:inset-0 after:rounded-lg">
						{label}
					</Link>
				) : (
					label
				)}
				{definition ? (
					<>
						<button
							type="button"
							aria-label={t`About this figure`}
							aria-describedby={id}
							className="peer/def hit-area relative z-10 rounded-full"
						>
							<Icon icon={Info} className="size-3.5" />
						</button>
						{/* As wide as the tile, so that it never leaves a narrow screen. */}
						<span
							id={id}
							role="tooltip"
							className="tip inset-x-1 w-auto max-w-none translate-x-0 peer-hover/def:tip-open peer-focus/def:tip-open"
						>
							{definition}
						</span>
					</>
				) : null}
			</p>
			<div className="@container">
				<p
					className={clsx(
						'font-semibold tracking-tight',
						// A large sum gets smaller in a narrow tile instead of leaving it.
						size === 'lg' ? 'text-3xl tabular-nums' : 'text-[clamp(1rem,16cqi,1.5rem)] leading-8',
					)}
				>
					{value ?? (
						<>
							<span aria-hidden="true" className="text-muted">
								–
							</span>
							<span className="sr-only">{t`No data yet`}</span>
						</>
					)}
				</p>
			</div>
			{detail ? <p className="text-compact text-muted">{detail}</p> : null}
		</div>
	);
}

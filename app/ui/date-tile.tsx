import clsx from 'clsx';

/** A date as a leaf of a calendar. The parts come from the page's formats; the full date stands beside it in words. */
export function DateTile(props: {
	month: string;
	day: string;
	weekday?: string;
	size?: 'md' | 'lg';
	className?: string;
}) {
	const { month, day, weekday, size = 'md', className } = props;
	const isLarge = size === 'lg';
	return (
		<span
			aria-hidden="true"
			className={clsx(
				'flex flex-none flex-col overflow-hidden rounded-lg border border-edge bg-surface text-center leading-none',
				isLarge ? 'w-16' : 'w-11',
				className,
			)}
		>
			<span
				className={clsx(
					'truncate bg-event-wash px-0.5 font-semibold text-event-ink uppercase',
					isLarge ? 'py-1.5 text-xs' : 'py-1 text-[0.625rem]',
				)}
			>
				{month}
			</span>
			<span className={clsx('font-semibold', isLarge ? 'pt-2 text-2xl' : 'py-1.5 text-lg')}>{day}</span>
			{isLarge && weekday ? (
				<span className="truncate px-0.5 pt-1 pb-2 text-xs text-muted">{weekday}</span>
			) : null}
		</span>
	);
}

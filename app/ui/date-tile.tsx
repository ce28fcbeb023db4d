import clsx from 'clsx';
import { useFormats } from '#app/lib/format.ts';

/** A date as a leaf of a calendar, with the weekday where it is large. The full date stands beside it in words. */
export function DateTile(props: { date: string; timeZone: string; size?: 'md' | 'lg'; className?: string }) {
	const { date, timeZone, size = 'md', className } = props;
	const isLarge = size === 'lg';
	const tile = useFormats().tile(date, timeZone);
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
				{tile.month}
			</span>
			<span className={clsx('font-semibold', isLarge ? 'pt-2 text-2xl' : 'py-1.5 text-lg')}>{tile.day}</span>
			{isLarge ? <span className="truncate px-0.5 pt-1 pb-2 text-xs text-muted">{tile.weekday}</span> : null}
		</span>
	);
}

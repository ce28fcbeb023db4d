import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import type { Entrance } from '../staff-entry.ts';

/** Which link, which gate, from when to when. */
export function EntranceFacts({ entrance }: { entrance: Entrance }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { label, gate, startsAt, endsAt, timeZone } = entrance;
	const time = (at: string) => formats.dateTime(at, timeZone);
	const shift =
		startsAt && endsAt
			? t`Your shift: ${time(startsAt)} to ${time(endsAt)}`
			: startsAt
				? t`Your shift: from ${time(startsAt)}`
				: endsAt
					? t`Your shift: until ${time(endsAt)}`
					: '';
	return (
		<>
			<p className="text-lg" dir="auto">
				{[label, gate].filter(Boolean).join(' · ')}
			</p>
			{shift ? <p className="text-muted">{shift}</p> : null}
		</>
	);
}

import { Trans } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Callout } from '#app/ui/callout.tsx';
import { resolveWallTime } from '#shared/rules/event-times.ts';

/** Wall times that the zone's clock has not or has twice are worth a word before they are saved. */
function fitOf(local: string, timeZone: string): 'exact' | 'skipped' | 'doubled' {
	try {
		return resolveWallTime(local, timeZone).fit;
	} catch {
		return 'exact';
	}
}

/** Warns of a start or an end that the clock skips or has twice. Needs `Temporal`. */
export function ClockNotes({
	values,
}: {
	values: { startsAtLocal: string; endsAtLocal: string; timeZone: string };
}) {
	const formats = useFormats();
	const names = ['startsAtLocal', 'endsAtLocal'] as const;
	return names.map((name) => {
		const fit = fitOf(values[name], values.timeZone);
		if (fit === 'exact') return null;
		const typed = formats.time(`${values[name]}Z`, 'UTC');
		const taken = formats.time(`${resolveWallTime(values[name], values.timeZone).local}Z`, 'UTC');
		return (
			<Callout key={name} tone="warning">
				{fit === 'skipped' ? (
					<Trans>
						Clocks go forward that night: {typed} becomes {taken}.
					</Trans>
				) : (
					<Trans>Clocks go back that night: we use the first {typed}.</Trans>
				)}
			</Callout>
		);
	});
}

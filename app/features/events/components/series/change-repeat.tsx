import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { usePlannedDates } from '#app/features/events/series-api.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Series } from '#shared/contracts/series.ts';
import { keyOrder, readKey } from '#shared/rules/series/date-times.ts';
import type { Repeat } from '#shared/rules/series/repeat.ts';
import { repeatToText, textToRepeat } from '#shared/rules/series/repeat-form.ts';
import { useDatesScope } from './scope.tsx';

const RepeatDialog = lazyDialog(() => import('./repeat-dialog.tsx').then((module) => module.RepeatDialog));

type Segment = Series['segments'][number];

/** How the dates of a segment repeat; null: they were all added manually. */
function repeatOf(segment: Segment | undefined): Repeat | null {
	if (!segment || segment.rule === '') return null;
	const startTimes = segment.startTimes.map((one) => one.slice(0, 5));
	return {
		rule: segment.rule,
		count: segment.count ?? undefined,
		until: segment.until ?? undefined,
		...(startTimes.length > 1 ? { startTimes } : {}),
	};
}

/** Where a segment begins. */
function startOf(segment: Segment | undefined) {
	const { day, slot } = readKey(segment?.fromKey ?? '');
	const time = segment?.startTimes[slot - 1]?.slice(0, 5) ?? '';
	return {
		startsAtLocal: time === '' ? '' : `${day}T${time}`,
		timeZone: segment?.timeZone ?? '',
		lengthMinutes: segment?.lengthMinutes ?? 0,
	};
}

/** Another rule from a date on, shown with what becomes of each date before it is made. */
export function ChangeRepeat({ series, event }: { series: Series; event: PublicEvent }) {
	const { t } = useLingui();
	const { changeDates } = useDatesScope();
	const [isOpen, setOpen] = useState(false);
	const last = series.segments.at(-1);
	const planned = usePlannedDates(isOpen ? repeatOf(last) : null, startOf(last));
	// It goes on from the next date: of a number of dates, those that are left are requested.
	const from = keyOrder(event.series?.key ?? '');
	const left = (planned.data?.dates ?? []).filter(({ key }) => keyOrder(key) >= from);
	const repeat = repeatOf(last);
	const value = repeatToText(
		repeat && { ...repeat, ...(repeat.count !== undefined && { count: Math.max(left.length, 1) }) },
	);
	const isReading = isOpen && repeat !== null && planned.isLoading;
	async function save(text: string, startsAtLocal: string) {
		const wanted = textToRepeat(text);
		if (!wanted) return;
		setOpen(false);
		const startTimes = wanted.startTimes ?? [startsAtLocal.slice(11, 16)];
		const changed = wanted.rule === '' ? wanted : { ...wanted, startTimes };
		if (await changeDates({ repeat: changed }, 'following'))
			toast({ variant: 'success', description: t`Series changed` });
	}
	return (
		<>
			<Button variant="outline" isLoading={isReading} onClick={() => setOpen(true)}>
				{t`Change how it repeats`}
			</Button>
			<RepeatDialog
				title={t`Change how it repeats`}
				confirmLabel={t`See what changes`}
				hint={t`Dates that you added or removed manually stay as they are.`}
				first={left[0] ? { ...left[0], timeZone: event.timeZone } : event}
				value={value}
				hasPreview={false}
				canMove
				isOpen={isOpen && !isReading}
				onClose={() => setOpen(false)}
				onSave={(text, start) => void save(text, start)}
			/>
		</>
	);
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { MAX_DATES_AHEAD } from '#shared/rules/series/repeat.ts';
import { useRepeatTexts } from './use-repeat-texts.ts';

/** Dates that are chosen one by one, beside the first. */
export function DatesByHand(props: {
	dates: readonly string[];
	startsAtLocal: string;
	onChange: (dates: string[]) => void;
}) {
	const { dates, startsAtLocal, onChange } = props;
	const { t } = useLingui();
	const texts = useRepeatTexts();
	const [typed, setTyped] = useState('');
	const [error, setError] = useState('');
	function add() {
		if (typed === '') return setError(t`Choose a date and time.`);
		if (typed === startsAtLocal.slice(0, 16) || dates.includes(typed))
			return setError(t`This date is in the list already.`);
		if (dates.length + 1 >= MAX_DATES_AHEAD)
			return setError(t`A series has at most ${MAX_DATES_AHEAD} dates.`);
		setError('');
		setTyped('');
		onChange([...dates, typed].sort());
	}
	return (
		<div className="flex flex-col gap-3">
			<ul aria-label={t`Chosen dates`} className="flex flex-col divide-y divide-hairline">
				<li className="flex min-h-11 items-center gap-3 text-sm">
					<span className="min-w-0 flex-1">{texts.dateText(startsAtLocal)}</span>
					<span className="text-compact text-muted">
						<Trans>First date</Trans>
					</span>
				</li>
				{dates.map((date) => (
					<li key={date} className="flex min-h-11 items-center gap-3 text-sm">
						<span className="min-w-0 flex-1">{texts.dateText(date)}</span>
						<IconButton
							icon={X}
							label={t`Remove ${texts.dateText(date)}`}
							tip="none"
							onClick={() => onChange(dates.filter((one) => one !== date))}
						/>
					</li>
				))}
			</ul>
			<div className="flex flex-wrap items-end gap-3">
				<DateField
					kind="datetime-local"
					label={t`Another date`}
					value={typed}
					error={error || undefined}
					onChange={(event) => {
						setTyped(event.target.value);
						setError('');
					}}
					onKeyDown={(event) => {
						if (event.key !== 'Enter') return;
						event.preventDefault();
						add();
					}}
				/>
				<Button variant="outline" icon={Plus} onClick={add}>
					{t`Add date`}
				</Button>
			</div>
		</div>
	);
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { hoursLater } from '#app/features/events/wall-time.ts';
import { Callout } from '#app/ui/callout.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import type { Repeat } from '#shared/rules/series/repeat.ts';
import {
	formOf,
	type RepeatForm,
	repeatToText,
	textToRepeat,
	toRepeat,
} from '#shared/rules/series/repeat-form.ts';
import { DatesByHand } from './dates-by-hand.tsx';
import { PlannedList } from './planned-list.tsx';
import { RuleFields } from './rule-fields.tsx';

export interface RepeatFieldsProps {
	/** As `repeatToText` writes it; empty: it takes place once. */
	value: string;
	onChange: (value: string) => void;
	/** Wall times of the first date; an empty end is two hours later. */
	startsAtLocal: string;
	endsAtLocal: string;
	timeZone: string;
	/** Whether it may take place once. */
	hasOnce?: boolean;
	/** Whether its dates are listed below. */
	hasPreview?: boolean;
}

/** Minutes between two wall times; two hours where there is no end. */
export function lengthOf({
	startsAtLocal,
	endsAtLocal,
}: {
	startsAtLocal: string;
	endsAtLocal: string;
}): number {
	const end = endsAtLocal || hoursLater(startsAtLocal, 2);
	const minutes = (Date.parse(`${end}Z`) - Date.parse(`${startsAtLocal}Z`)) / 60_000;
	return Number.isFinite(minutes) && minutes >= 0 ? Math.round(minutes) : 120;
}

/** How an event repeats: once, by a rule, or on several dates that are chosen one by one, with the dates that come of it. */
export function RepeatFields(props: RepeatFieldsProps) {
	const { value, onChange, startsAtLocal, endsAtLocal, timeZone, hasOnce = true, hasPreview = true } = props;
	const { t } = useLingui();
	const id = useId();
	const [base, setBase] = useState(() => ({ form: first(value, startsAtLocal, hasOnce), startsAtLocal }));
	const [form, setForm] = useState(base.form);
	const written = useRef(value);
	// What comes from elsewhere, such as a version that was loaded again.
	useEffect(() => {
		if (value === written.current) return;
		written.current = value;
		const next = first(value, startsAtLocal, hasOnce);
		setBase({ form: next, startsAtLocal });
		setForm(next);
	}, [value, startsAtLocal, hasOnce]);
	// A rule that a program wrote stays as it is until it is changed here, or the start moves, which the rule follows.
	const isUntouched = form === base.form && startsAtLocal === base.startsAtLocal && value !== '';
	const text = isUntouched ? value : repeatToText(toRepeat(form, startsAtLocal));
	const send = useRef(onChange);
	useEffect(() => {
		send.current = onChange;
	});
	useEffect(() => {
		if (startsAtLocal === '' || text === written.current) return;
		written.current = text;
		send.current(text);
	}, [text, startsAtLocal]);

	/** Exceptions belong to one rule: another rule has other days. */
	const change = (part: Partial<RepeatForm>) =>
		setForm((before) => ({ ...before, ...('skip' in part || 'dates' in part ? {} : { skip: [] }), ...part }));
	const repeat: Repeat | null = textToRepeat(text);
	return (
		<div className="flex min-w-0 flex-col gap-5">
			<RadioGroup
				label={t`Dates`}
				name={`repeat-${id}`}
				look="switch"
				value={form.kind}
				onChange={(event) => change({ kind: event.currentTarget.value as RepeatForm['kind'] })}
				options={[
					...(hasOnce ? [{ value: 'once', label: t`Once` }] : []),
					{ value: 'rule', label: t`Repeats` },
					{ value: 'dates', label: t`Several dates` },
				]}
			/>
			{form.kind === 'once' ? null : startsAtLocal === '' ? (
				<Callout tone="info">
					<Trans>Choose the start of the first date above. The other dates follow from it.</Trans>
				</Callout>
			) : (
				<>
					{form.kind === 'rule' ? (
						<RuleFields form={form} onChange={change} startsAtLocal={startsAtLocal} />
					) : (
						<DatesByHand
							dates={form.dates}
							startsAtLocal={startsAtLocal}
							onChange={(dates) => change({ dates })}
						/>
					)}
					{hasPreview && repeat ? (
						<PlannedList
							repeat={repeat}
							start={{ startsAtLocal, timeZone, lengthMinutes: lengthOf({ startsAtLocal, endsAtLocal }) }}
							form={form}
							onChange={change}
						/>
					) : null}
				</>
			)}
		</div>
	);
}

/** The form of a text. Where it cannot take place once, it begins as a rule. */
function first(value: string, startsAtLocal: string, hasOnce: boolean): RepeatForm {
	const form = formOf(textToRepeat(value), startsAtLocal);
	return form.kind === 'once' && !hasOnce ? { ...form, kind: 'rule' } : form;
}

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Select } from '#app/ui/select.tsx';
import {
	DEFAULT_CLOSES_AFTER,
	DEFAULT_OPENS_BEFORE,
	type SeriesStaffLink,
} from '#shared/contracts/series-staff-links.ts';
import { defaultStaffAbilities } from '#shared/rules/staff-abilities.ts';
import type { SeriesLinkBody } from '../api.ts';
import { LinkDialog } from './link-fields.tsx';

const OPENS = [0, 30, 60, 120, 180, 360, 720, 1_440];
const CLOSES = [0, 30, 60, 120, 180, 360, 720, 1_440];

/** What a staff link of a series is called and may do, and how long each date is open. The label alone is enough. */
export function SeriesLinkDialog(props: {
	/** Null: a new one. */
	link: SeriesStaffLink | null;
	isPending: boolean;
	error: unknown;
	onSave: (body: SeriesLinkBody) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { link } = props;
	const [values, setValues] = useState(() => ({
		label: link?.label ?? t`Main gate`,
		abilities: link?.abilities ?? defaultStaffAbilities,
		opensBeforeMinutes: link?.opensBeforeMinutes ?? DEFAULT_OPENS_BEFORE,
		closesAfterMinutes: link?.closesAfterMinutes ?? DEFAULT_CLOSES_AFTER,
		deviceLimit: link?.deviceLimit ?? 0,
		pin: '',
		dropsPin: false,
	}));
	const set = (change: Partial<typeof values>) => setValues((old) => ({ ...old, ...change }));
	function save() {
		const { pin, dropsPin, deviceLimit, ...rest } = values;
		return props.onSave({
			...rest,
			deviceLimit: deviceLimit || null,
			...(pin ? { pin } : dropsPin ? { pin: null } : {}),
		});
	}
	return (
		<LinkDialog
			{...props}
			description={t`Opens the date that is on, and the next one after it, all season.`}
			deviceLimitHint={t`At each date. 0 = unlimited`}
			values={values}
			onChange={set}
			onSave={save}
		>
			<div className="grid gap-5 sm:grid-cols-2">
				<MinutesField
					label={t`Opens before the start`}
					choices={OPENS}
					value={values.opensBeforeMinutes}
					onChange={(opensBeforeMinutes) => set({ opensBeforeMinutes })}
				/>
				<MinutesField
					label={t`Closes after the end`}
					choices={CLOSES}
					value={values.closesAfterMinutes}
					onChange={(closesAfterMinutes) => set({ closesAfterMinutes })}
				/>
			</div>
		</LinkDialog>
	);
}

/** A length of time of a short list; one that was set by the API is offered too. */
function MinutesField(props: {
	label: string;
	choices: readonly number[];
	value: number;
	onChange: (minutes: number) => void;
}) {
	const text = useMinutesText();
	const choices = [...new Set([...props.choices, props.value])].sort((a, b) => a - b);
	return (
		<Select
			label={props.label}
			value={String(props.value)}
			onChange={(event) => props.onChange(Number(event.target.value))}
			options={choices.map((minutes) => ({ value: String(minutes), label: text(minutes) }))}
		/>
	);
}

/** Says a length of time in whole hours where it is one, else in minutes. */
function useMinutesText(): (minutes: number) => string {
	const { t } = useLingui();
	return (minutes) =>
		minutes > 0 && minutes % 60 === 0
			? t`${plural(minutes / 60, { one: '# hour', other: '# hours' })}`
			: t`${plural(minutes, { one: '# minute', other: '# minutes' })}`;
}

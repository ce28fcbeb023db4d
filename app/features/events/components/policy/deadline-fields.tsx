import { useLingui } from '@lingui/react/macro';
import { mostOf, stepOf, type TypedStep } from '#app/features/events/typed-refund-rules.ts';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';

type Deadline = Pick<TypedStep, 'number' | 'unit'>;

/** Until when: days or hours before the event, or until it starts. */
export function DeadlineFields(props: {
	value: Deadline;
	/** Of the number; undefined: no summary of errors leads to it. */
	name?: string | undefined;
	onChange: (part: Partial<Deadline>) => void;
}) {
	const { t } = useLingui();
	const { value, onChange } = props;
	const { number, unit } = value;
	return (
		<>
			{unit === 'start' ? null : (
				<TextField
					label={t`Until`}
					name={props.name}
					inputMode="numeric"
					autoComplete="off"
					maxLength={3}
					value={number}
					onChange={(event) => onChange({ number: event.target.value })}
					error={stepOf({ percent: 100, ...value }) ? undefined : t`From 1 to ${mostOf[unit]}`}
					className="w-24"
					required
				/>
			)}
			<Select
				label={unit === 'start' ? t`Until` : t`Counted in`}
				value={unit}
				onChange={(event) => onChange({ unit: event.target.value as typeof unit })}
				options={[
					{ value: 'days', label: t`Days before` },
					{ value: 'hours', label: t`Hours before` },
					{ value: 'start', label: t`The event starts` },
				]}
				className="min-w-40 flex-1"
			/>
		</>
	);
}

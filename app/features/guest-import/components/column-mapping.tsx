import { Trans, useLingui } from '@lingui/react/macro';
import { Card } from '#app/ui/card.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Select } from '#app/ui/select.tsx';
import type { ImportField, ImportPreview } from '#shared/contracts/guest-import.ts';
import { type TextEncodingName, textEncodings } from '#shared/rules/text-encodings.ts';
import type { ImportChoices } from '../api.ts';
import { encodingNames, fieldLabels } from '../labels.ts';

/** Which column holds what: the guess, with examples, and every way to correct it. */
export function ColumnMapping(props: {
	preview: ImportPreview;
	choices: ImportChoices;
	ticketTypes: { id: string; name: string }[];
	onChange: (choices: ImportChoices) => void;
}) {
	const { preview, choices, onChange, ticketTypes } = props;
	const { t, i18n } = useLingui();
	const columns = preview.columns.map((column) => ({
		value: String(column.index),
		label: column.name === '' ? t`Column ${column.index + 1}` : column.name,
	}));

	function choose(field: ImportField, column: string) {
		const mapping = { ...preview.mapping };
		if (column === '') delete mapping[field];
		else mapping[field] = Number(column);
		onChange({ ...choices, mapping });
	}

	return (
		<Card
			title={<Trans>Match your columns</Trans>}
			description={<Trans>Match your columns to guest details.</Trans>}
		>
			<div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
				{fieldLabels.map(([field, label]) => {
					const column = preview.mapping[field];
					const samples = column === undefined ? [] : (preview.columns[column]?.samples ?? []);
					return (
						<Select
							key={field}
							label={i18n._(label)}
							value={column === undefined ? '' : String(column)}
							onChange={(event) => choose(field, event.target.value)}
							placeholder={t`Not imported`}
							options={columns}
							hint={
								samples.length > 0 ? (
									<span className="block truncate" dir="auto">
										{samples.join(' · ')}
									</span>
								) : undefined
							}
						/>
					);
				})}
			</div>
			<div className="mt-5 grid items-end gap-4 border-t border-hairline pt-5 sm:grid-cols-2 lg:grid-cols-3">
				{ticketTypes.length > 1 ? (
					<Select
						label={t`Default ticket`}
						hint={t`For guests whose ticket isn’t one of this event’s.`}
						value={choices.ticketTypeId ?? ''}
						onChange={(event) => onChange(withTicket(choices, event.target.value))}
						placeholder={t`First available`}
						options={ticketTypes.map((type) => ({ value: type.id, label: type.name }))}
					/>
				) : null}
				{preview.encoding ? (
					<Select
						label={t`Text encoding`}
						hint={t`Change this if names look garbled.`}
						value={preview.encoding}
						onChange={(event) => onChange({ ...choices, encoding: event.target.value as TextEncodingName })}
						options={textEncodings.map((name) => ({ value: name, label: i18n._(encodingNames[name]) }))}
					/>
				) : null}
				<Checkbox
					label={t`First row contains column names`}
					checked={preview.hasHeader}
					onChange={(event) => onChange({ ...withoutMapping(choices), hasHeader: event.target.checked })}
					className="pb-2.5"
				/>
			</div>
		</Card>
	);
}

function withTicket({ ticketTypeId: _, ...rest }: ImportChoices, id: string): ImportChoices {
	return id === '' ? rest : { ...rest, ticketTypeId: id };
}

/** Columns are guessed anew when the first row changes its meaning. */
function withoutMapping({ mapping: _, ...rest }: ImportChoices): ImportChoices {
	return rest;
}

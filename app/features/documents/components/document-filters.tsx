import { useLingui } from '@lingui/react/macro';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { documentKinds } from '#shared/rules/document-kinds.ts';
import type { DocumentListFilters } from '../api.ts';
import { documentKindLabels } from '../document-labels.ts';

/** Kind and days of issue. */
export function DocumentFilters(props: {
	filters: DocumentListFilters;
	onChange: (change: Partial<DocumentListFilters>) => void;
}) {
	const { t, i18n } = useLingui();
	const { filters, onChange } = props;
	return (
		<>
			<Select
				label={t`Kind`}
				value={filters.kind}
				onChange={(change) => onChange({ kind: change.target.value as DocumentListFilters['kind'] })}
				placeholder={t`All documents`}
				options={documentKinds.map((kind) => ({ value: kind, label: i18n._(documentKindLabels[kind]) }))}
				className="basis-full sm:basis-48"
			/>
			<TextField
				label={t`From`}
				type="date"
				value={filters.from}
				onChange={(change) => onChange({ from: change.target.value })}
				className="flex-1 basis-2/5 sm:flex-none sm:basis-auto"
			/>
			<TextField
				label={t`To`}
				type="date"
				value={filters.to}
				onChange={(change) => onChange({ to: change.target.value })}
				className="flex-1 basis-2/5 sm:flex-none sm:basis-auto"
			/>
		</>
	);
}

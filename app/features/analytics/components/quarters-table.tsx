import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { DataTable } from '#app/ui/data-table.tsx';

/** How many guests were checked in, by quarters of an hour. @param props.rows `minute` is unique, `label` names when it begins */
export function QuartersTable(props: { rows: readonly { minute: number; label: string; value: number }[] }) {
	const { t } = useLingui();
	const formats = useFormats();
	return (
		<DataTable
			label={t`Quarters of an hour`}
			rows={props.rows}
			rowKey={({ minute }) => String(minute)}
			columns={[
				{ id: 'from', header: t`From`, cell: (row) => row.label },
				{
					id: 'count',
					header: t`Checked in`,
					align: 'end',
					cell: ({ value }) => formats.number(value),
				},
			]}
		/>
	);
}

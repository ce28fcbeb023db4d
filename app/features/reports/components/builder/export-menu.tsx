import { useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadRun, makeFile } from '#app/features/reports/api.ts';
import { useReportLabels } from '#app/features/reports/labels.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { Button } from '#app/ui/button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { ReportQuery } from '#shared/contracts/reports.ts';
import { type ReportFormat, reportFormats, reportLimits } from '#shared/rules/report-query.ts';

/** All rows as a file: made by the server, then saved by the browser. */
export function ExportMenu(props: { organisation: string; query: ReportQuery | null; name: string }) {
	const { t } = useLingui();
	const { formats } = useReportLabels();
	const showError = useErrorToast();
	const [isBusy, setIsBusy] = useState(false);
	const { organisation, query, name } = props;

	async function run(format: ReportFormat) {
		if (!query || isBusy) return;
		setIsBusy(true);
		try {
			const made = await makeFile(organisation, { name, query, format });
			if (made === null) {
				toast({ description: t`This takes a while. You get a notification when the file is ready.` });
			} else if (made.state === 'done') {
				await downloadRun(organisation, made);
				toast({
					variant: 'success',
					description: t`File saved. It also stays under Files for ${reportLimits.fileDays} days.`,
				});
			} else {
				toast({
					variant: 'destructive',
					title: t`The file couldn’t be created`,
					description: t`Add a filter to make the report smaller, then try again.`,
				});
			}
		} catch (error) {
			showError(error);
		} finally {
			setIsBusy(false);
		}
	}

	return (
		<Menu
			label={t`Export`}
			items={reportFormats.map((format) => ({
				id: format,
				label: formats[format],
				onSelect: () => void run(format),
			}))}
			trigger={(trigger) => (
				<Button {...trigger} variant="outline" icon={Download} isLoading={isBusy} isDisabled={!query}>
					{t`Export`}
				</Button>
			)}
		/>
	);
}

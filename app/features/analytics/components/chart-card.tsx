import { Trans, useLingui } from '@lingui/react/macro';
import { Download, Info, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

/** A chart with what it shows in a sentence, the same as a table, and as a file. */
export function ChartCard(props: {
	title: string;
	/** What the chart shows, in one sentence. */
	finding: ReactNode;
	/** About this figure. */
	definition?: string | undefined;
	query: { isPending: boolean; error: Error | null; refetch: () => unknown };
	/** There is nothing to draw; `empty` says so in place of the chart. */
	isEmpty: boolean;
	empty: ReactNode;
	controls?: ReactNode;
	table: ReactNode;
	onDownload: () => Promise<void>;
	children: ReactNode;
}) {
	const { title, finding, definition, query, isEmpty, empty, controls, table, onDownload, children } = props;
	const { t } = useLingui();
	const showError = useErrorToast();
	const [isTable, setIsTable] = useState(false);
	async function download() {
		try {
			await onDownload();
		} catch (error) {
			showError(error);
		}
	}
	return (
		<Card
			title={title}
			description={query.isPending || isEmpty ? undefined : finding}
			aria-label={title}
			actions={
				<>
					{controls}
					{isEmpty ? null : (
						<IconButton
							icon={Table2}
							label={isTable ? t`${title}: show as chart` : t`${title}: show as table`}
							// The tip of the browser: it stays inside a narrow screen.
							tip="none"
							title={isTable ? t`${title}: show as chart` : t`${title}: show as table`}
							aria-pressed={isTable}
							onClick={() => setIsTable(!isTable)}
						/>
					)}
					<IconButton
						icon={Download}
						label={t`${title}: download CSV`}
						tip="none"
						title={t`${title}: download CSV`}
						onClick={() => void download()}
					/>
				</>
			}
		>
			<ErrorCallout error={query.error} onRetry={query.refetch} />
			{query.isPending ? (
				<Skeleton className="h-52 w-full" />
			) : isEmpty ? (
				<p className="rounded-lg border border-dashed border-edge px-6 py-12 text-center text-sm text-muted">
					{empty}
				</p>
			) : isTable ? (
				table
			) : (
				children
			)}
			{definition ? (
				<details className="mt-4 text-compact text-muted">
					<summary className="flex min-h-11 cursor-pointer items-center gap-1.5">
						<Info aria-hidden="true" className="size-3.5" />
						<Trans>About this figure</Trans>
					</summary>
					<p>{definition}</p>
				</details>
			) : null}
		</Card>
	);
}

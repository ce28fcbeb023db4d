import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { toast } from '#app/ui/toast-store.ts';
import {
	type DataExport,
	downloadDataExport,
	listDataExports,
	requestDataExport,
} from '#shared/contracts/settings.ts';

const exportsKey = ['account', 'exports'] as const;
const LOOK_AGAIN_MS = 3_000;

/** Everything that is stored, as a file: made in the background, sent as a link by email, stored for a day. */
export function ExportCard({ confirmed }: { confirmed: Confirmed }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const queries = useQueryClient();
	const [isAsking, setIsAsking] = useState(false);
	const exports = useQuery({
		queryKey: exportsKey,
		queryFn: ({ signal }) => api.call(listDataExports, { signal }),
		refetchInterval: ({ state }) => (state.data?.data[0]?.state === 'queued' ? LOOK_AGAIN_MS : false),
	});
	const newest = exports.data?.data[0];
	async function ask() {
		setIsAsking(true);
		try {
			await confirmed(() => api.call(requestDataExport));
			await queries.invalidateQueries({ queryKey: exportsKey });
		} catch (error) {
			toast({ variant: 'destructive', title: t`Something went wrong`, description: errorText(error) });
		} finally {
			setIsAsking(false);
		}
	}
	return (
		<Card
			id="export"
			title={t`Export my data`}
			description={t`Account, logins, organisations, your events, orders, tickets and emails, as a ZIP of JSON files.`}
			className="scroll-mt-24"
		>
			<div className="flex flex-col gap-4">
				{exports.error && !exports.data ? (
					<ErrorCallout error={exports.error} onRetry={exports.refetch} />
				) : null}
				{newest ? <Newest row={newest} /> : null}
				<div>
					<Button
						variant="outline"
						isLoading={isAsking}
						isDisabled={newest?.state === 'queued'}
						onClick={() => void ask()}
					>
						{newest ? <Trans>Export again</Trans> : <Trans>Export data</Trans>}
					</Button>
				</div>
			</div>
		</Card>
	);
}

function Newest({ row }: { row: DataExport }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const formats = useFormats();
	const { hasEmail } = useSite();
	const zone = useViewerTimeZone() ?? 'UTC';
	const [isFetching, setIsFetching] = useState(false);
	async function fetchFile() {
		setIsFetching(true);
		try {
			const response = await api.call(downloadDataExport, { params: { export: row.id }, timeoutMs: 300_000 });
			const url = URL.createObjectURL(await response.blob());
			const link = document.createElement('a');
			link.href = url;
			link.download = 'my-data.zip';
			link.click();
			URL.revokeObjectURL(url);
		} catch (error) {
			toast({ variant: 'destructive', title: t`Download failed`, description: errorText(error) });
		} finally {
			setIsFetching(false);
		}
	}
	if (row.state === 'queued') {
		return (
			<Callout tone="info">
				<span role="status">
					{hasEmail ? (
						<Trans>Your export is being prepared. We’ll email you when it’s ready.</Trans>
					) : (
						<Trans>Your export is being prepared. It appears here when it’s ready.</Trans>
					)}
				</span>
			</Callout>
		);
	}
	if (row.state === 'failed') {
		return (
			<Callout tone="danger">
				<Trans>The export failed. Try again.</Trans>
			</Callout>
		);
	}
	const expires = row.expiresAt ? formats.dateTime(row.expiresAt, zone) : '';
	if (row.state === 'expired') {
		return (
			<p className="text-sm text-muted">
				<Trans>Your last export has expired.</Trans>
			</p>
		);
	}
	return (
		<Callout
			tone="success"
			title={t`Your data is ready`}
			action={
				<Button size="sm" icon={Download} isLoading={isFetching} onClick={() => void fetchFile()}>
					<Trans>Download</Trans>
				</Button>
			}
		>
			<Trans>Available until {expires}</Trans>
		</Callout>
	);
}

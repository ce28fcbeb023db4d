import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import type { LoggedError } from '#shared/contracts/error-log.ts';
import { useResolveError } from '../api.ts';
import { ErrorBadge } from './error-badge.tsx';

/** One kind of crash: where, since when, the trace, and whether it is resolved. */
export function ErrorSheet(props: { error: LoggedError | null; onClose: () => void }) {
	const { error, onClose } = props;
	return (
		<Sheet isOpen={error !== null} onClose={onClose} title={error?.name ?? ''}>
			{error ? <Detail error={error} onClose={onClose} /> : null}
		</Sheet>
	);
}

function Detail({ error, onClose }: { error: LoggedError; onClose: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const attempt = useAttempt();
	const dateTime = useViewerTime();
	const resolve = useResolveError();
	const facts: [string, string][] = [
		[t`Page or job`, error.route],
		[t`Release`, error.release],
		[t`Request`, error.requestId],
		[t`Count`, formats.number(error.count)],
		[t`First seen`, dateTime(error.firstSeenAt)],
		[t`Last seen`, dateTime(error.lastSeenAt)],
	];

	async function markResolved() {
		if (await attempt(resolve.mutateAsync(error.id), t`Marked as resolved. It reopens if it happens again.`))
			onClose();
	}

	return (
		<div className="flex flex-col gap-5">
			<ErrorBadge error={error} />
			<p dir="auto" className="[overflow-wrap:anywhere]">
				{error.message}
			</p>
			<DescriptionList facts={facts} />
			<div className="flex flex-wrap gap-2">
				{error.resolvedAt ? null : (
					<Button icon={Check} isLoading={resolve.isPending} onClick={() => void markResolved()}>
						<Trans>Mark as resolved</Trans>
					</Button>
				)}
				{error.stack ? (
					<CopyButton text={`${error.message}\n${error.stack}`} label={t`Copy trace`} size="md" />
				) : null}
			</div>
			{error.stack ? (
				<section aria-label={t`Trace`}>
					<pre className="rounded-lg border bg-sunken p-4 font-mono text-compact whitespace-pre-wrap [overflow-wrap:anywhere]">
						{error.stack}
					</pre>
				</section>
			) : null}
		</div>
	);
}

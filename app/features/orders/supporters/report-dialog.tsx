import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { reportSupporterPage } from '#shared/contracts/supporter-pages.ts';
import type { ReportReason } from '#shared/rules/fundraisers.ts';

/** Reports a supporter's page to the organiser of the fundraiser. */
export function ReportDialog({ event, slug, onClose }: { event: string; slug: string; onClose: () => void }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const keyOf = useKeyOf();
	const [reason, setReason] = useState<ReportReason>('fraud');
	const [isPending, setPending] = useState(false);
	const [error, setError] = useState<unknown>(null);
	async function send() {
		setPending(true);
		setError(null);
		const body = { reason };
		try {
			await publicApi.call(reportSupporterPage, {
				params: { event, page: slug },
				body,
				idempotencyKey: keyOf(body),
			});
			toast({ variant: 'success', description: t`Page reported. The organiser will check it.` });
			onClose();
		} catch (failed) {
			setError(failed);
			setPending(false);
		}
	}
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!isPending}
			title={t`Report this page?`}
			description={t`The organiser checks it, and can hide it. Your name isn’t sent.`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={isPending}>
						<Trans>Cancel</Trans>
					</Button>
					<Button isLoading={isPending} onClick={() => void send()}>{t`Report page`}</Button>
				</>
			}
		>
			{error ? <Callout tone="danger">{errorText(error)}</Callout> : null}
			<RadioGroup
				label={t`What is wrong with it?`}
				name="reason"
				value={reason}
				onChange={(changed) => setReason(changed.target.value as ReportReason)}
				options={optionsOf({
					fraud: t`It looks like fraud`,
					impersonation: t`It uses another person’s name or picture`,
					offensive: t`It is offensive`,
					other: t`Something else`,
				})}
			/>
		</Dialog>
	);
}

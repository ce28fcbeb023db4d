import { Trans, useLingui } from '@lingui/react/macro';
import { useAttempt } from '#app/lib/attempt.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { PendingBankDetails } from '#shared/contracts/payments.ts';
import { usePendingDetails } from '../api.ts';

/** Bank details that are not used yet: who changed them, from when they are used, and what can be done about it. */
export default function PendingDetails(props: {
	organisation: string;
	pending: PendingBankDetails;
	confirmed: Confirmed;
}) {
	const { holder, iban, by, at, dueAt, canConfirm, canWithdraw } = props.pending;
	const { t } = useLingui();
	const attempt = useAttempt();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const { confirm, withdraw } = usePendingDetails(props.organisation, props.confirmed);
	const when = formats.dateTime(at, zone);
	const name = by?.name || t`A former member`;
	const shown = iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
	return (
		<Callout tone="warning" title={t`New bank details are not used yet`}>
			<div className="flex flex-col gap-3">
				<p dir="auto" className="[overflow-wrap:anywhere]">
					{holder} <code>{shown}</code>
				</p>
				<p>
					<Trans>
						Changed by <bdi>{name}</bdi> on {when}.
					</Trans>{' '}
					{dueAt ? (
						<Trans>
							New buyers see them from {formats.dateTime(dueAt, zone)}, or as soon as another member confirms
							them. Until then they see the old ones.
						</Trans>
					) : (
						<Trans>They are used once another member confirms them.</Trans>
					)}
				</p>
				{canConfirm || canWithdraw ? (
					<div className="flex flex-wrap gap-3">
						{canConfirm ? (
							<Button
								size="sm"
								isLoading={confirm.isPending}
								onClick={() => void attempt(confirm.mutateAsync(iban))}
							>
								{t`Confirm`}
							</Button>
						) : null}
						{canWithdraw ? (
							<Button
								size="sm"
								variant="outline"
								isLoading={withdraw.isPending}
								onClick={() => void attempt(withdraw.mutateAsync(undefined), t`Change cancelled`)}
							>
								{t`Cancel change`}
							</Button>
						) : null}
					</div>
				) : null}
			</div>
		</Callout>
	);
}

import { Trans, useLingui } from '@lingui/react/macro';
import { UserPlus } from 'lucide-react';
import { useAttempt } from '#app/lib/attempt.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { useOfferAnswers } from '../api.ts';

/** An offer of ownership to the viewer, and the two answers to it. */
export function OfferedOwnership(props: {
	organisation: CurrentUser['organisations'][number];
	confirmed: Confirmed;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const attempt = useAttempt();
	const { id, name, ownershipOffer: offer } = props.organisation;
	const { accept, decline, readAgain } = useOfferAnswers(id);
	if (!offer) return null;
	const from = offer.from || t`The owner`;
	const isBusy = accept.isPending || decline.isPending;

	async function take() {
		let isDone = false;
		await attempt(
			props
				.confirmed(() => accept.mutateAsync(undefined))
				.then((answer) => {
					isDone = answer === true;
				}),
		);
		if (isDone) toast({ variant: 'success', description: t`You’re now the owner of ${name}` });
		else await readAgain();
	}

	async function refuse() {
		if (!(await attempt(decline.mutateAsync(undefined), t`Ownership declined`))) await readAgain();
	}

	return (
		<Callout icon={UserPlus} tone="info" title={t`Become the owner of ${name}?`}>
			<div className="flex flex-col gap-3">
				<p>
					<Trans>
						{from} offers you ownership. You can then change everything, including the team and where money
						goes. {from} becomes an admin. The offer is open until {formats.dateTime(offer.expiresAt, zone)}.
					</Trans>
				</p>
				<div className="flex flex-wrap gap-3">
					<Button isLoading={accept.isPending} isDisabled={isBusy} onClick={() => void take()}>
						{t`Accept ownership`}
					</Button>
					<Button
						variant="outline"
						isLoading={decline.isPending}
						isDisabled={isBusy}
						onClick={() => void refuse()}
					>
						{t`Decline`}
					</Button>
				</div>
			</div>
		</Callout>
	);
}

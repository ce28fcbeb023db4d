import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useRef, useState } from 'react';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Subscription } from '#shared/contracts/subscriptions.ts';
import { useChangeCard, useRefreshPlan } from '../api.ts';
import type { CardFieldsType, CardForm } from '../card-form.ts';
import { TestModeCallout } from './test-mode-callout.tsx';

/** Saves another card for the plan; nothing is charged. */
export function ChangeCardDialog(props: {
	organisation: string;
	subscription: Subscription;
	confirmed: Confirmed;
	CardFields: CardFieldsType;
	onClose: () => void;
}) {
	const { organisation, subscription, confirmed, CardFields, onClose } = props;
	const { t } = useLingui();
	const change = useChangeCard(organisation);
	const refresh = useRefreshPlan(organisation);
	const card = useRef<CardForm>(null);
	const [isAsking, setAsking] = useState(false);
	const isBusy = change.isPending || isAsking;
	const { mutateAsync } = change;

	const submit = useCallback(async () => {
		if (isBusy) return;
		setAsking(true);
		try {
			const token = await card.current?.submit();
			if (!token) return;
			const answer = await confirmed(() => mutateAsync(token));
			if (!answer) return;
			if (answer.nextAction?.kind === 'redirect') return window.location.assign(answer.nextAction.url);
			if (answer.nextAction?.kind === 'stripe') {
				await card.current?.challenge?.(answer.nextAction.clientSecret);
				await refresh();
			} else toast({ variant: 'success', description: t`Card saved` });
			onClose();
		} catch {
			// Shown above the buttons.
		} finally {
			setAsking(false);
		}
	}, [isBusy, confirmed, mutateAsync, refresh, onClose, t]);

	return (
		<Dialog
			isOpen
			onClose={onClose}
			title={t`Change card`}
			footer={
				<>
					<Button variant="outline" onClick={onClose}>
						<Trans>Cancel</Trans>
					</Button>
					<Button isLoading={isBusy} onClick={() => void submit()}>
						<Trans>Save card</Trans>
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-4">
				<p>
					<Trans>The next payments are charged to this card. Nothing is charged today.</Trans>
				</p>
				<TestModeCallout config={subscription.cardForm} />
				<CardFields
					config={subscription.cardForm}
					purpose={{ mode: 'setup', currency: subscription.currency }}
					formRef={card}
					onSubmit={() => void submit()}
				/>
				<ErrorCallout error={change.error} />
			</div>
		</Dialog>
	);
}

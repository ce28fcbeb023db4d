import { Trans, useLingui } from '@lingui/react/macro';
import { differenceLabels } from '#app/lib/difference-labels.ts';
import { useFormats } from '#app/lib/format.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Callout } from '#app/ui/callout.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import type { AdminDifference } from '#shared/contracts/admin-money.ts';

/** One difference: what moved at the provider, and who settles it. */
export function DifferenceSheet(props: { difference: AdminDifference | null; onClose: () => void }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const dateTime = useViewerTime();
	const { difference, onClose } = props;
	return (
		<Sheet
			isOpen={difference !== null}
			onClose={onClose}
			title={difference ? i18n._(differenceLabels[difference.difference]) : t`Difference`}
		>
			{difference ? (
				<div className="flex flex-col items-start gap-5">
					<DescriptionList
						facts={[
							[t`Organisation`, difference.organisationName],
							[t`Movement of the balance`, formats.money(difference.amountMinor, difference.currency)],
							[t`Occurred`, dateTime(difference.occurredAt)],
							[t`ID at the provider`, difference.providerId],
						]}
					/>
					<Callout>
						<Trans>
							The organisation settles it under Money, Payouts, with a note: its books then take over the
							provider’s amount.
						</Trans>
					</Callout>
				</div>
			) : null}
		</Sheet>
	);
}

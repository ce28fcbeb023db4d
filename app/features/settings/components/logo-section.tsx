import { useLingui } from '@lingui/react/macro';
import { Building2 } from 'lucide-react';
import { Icon } from '#app/ui/icon.tsx';
import type { OrganisationSettings } from '#shared/contracts/settings.ts';
import { useLogoChanges } from '../api.ts';
import { PictureCard } from './picture-card.tsx';

/** The sign of the organisation, beside its name on the pages of its events. */
export function LogoSection({
	settings,
	isEditable,
}: {
	settings: OrganisationSettings;
	isEditable: boolean;
}) {
	const { t } = useLingui();
	const { upload, remove } = useLogoChanges(settings.id);
	return (
		<PictureCard
			id="logo"
			title={t`Logo`}
			description={t`It stands beside the name on the pages of your events, on white.`}
			hasPicture={settings.logoUrl !== null}
			labels={{ add: t`Add a logo`, replace: t`Another logo`, remove: t`Remove the logo` }}
			shape="square"
			upload={upload}
			remove={remove}
			isEditable={isEditable}
		>
			{settings.logoUrl ? (
				<img
					src={settings.logoUrl}
					alt={t`The logo`}
					className="size-16 flex-none rounded-lg border object-cover"
				/>
			) : (
				<span className="grid size-16 flex-none place-content-center rounded-lg border border-dashed text-muted">
					<Icon icon={Building2} size={24} />
				</span>
			)}
		</PictureCard>
	);
}

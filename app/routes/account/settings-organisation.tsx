import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { OrganisationPicker } from '#app/shell/organisation-picker.tsx';
import { RouteSkeleton, type ShapedPage } from '#app/shell/route-skeleton.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { SettingsContext } from './settings.tsx';

export const handle = { shape: 'form' } satisfies ShapedPage;

// All of them at once: a section that came before the one above it would move.
const Sections = lazyPart(
	() => import('./organisation-sections.tsx').then((module) => module.Sections),
	<RouteSkeleton />,
);

export default function OrganisationSettingsPage() {
	const { t } = useLingui();
	const { user } = useOutletContext<SettingsContext>();
	// The settings of an organisation are no part of chosen events.
	const organisations = user.organisations.filter(({ isLimited }) => !isLimited);
	const [id, setId] = useState(organisations[0]?.id);
	const organisation = organisations.find((one) => one.id === id);
	if (!organisation) {
		return (
			<Callout tone="neutral">
				{user.organisations.length === 0
					? t`No organisation yet`
					: t`You have access to selected events only. Ask an owner about the organisation’s settings.`}
			</Callout>
		);
	}
	return (
		<div className="flex flex-col gap-6">
			<OrganisationPicker organisations={organisations} value={organisation.id} onChange={setId} />
			<SandboxNote of={organisation} />
			<Sections key={organisation.id} organisation={organisation} />
		</div>
	);
}

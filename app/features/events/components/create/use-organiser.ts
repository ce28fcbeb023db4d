import { useState } from 'react';
import { useSession } from '#app/lib/session.ts';
import { organiserNameFromEmail } from '#shared/rules/organiser-name.ts';
import { memberCan } from '#shared/rules/permissions.ts';

/** Who organises the event: one of the organisations of whoever is signed in, and its name where nobody has chosen one yet. */
export function useOrganiser() {
	const session = useSession();
	const [organisation, setOrganisation] = useState('');
	/** As typed; null: untouched. */
	const [name, setName] = useState<string | null>(null);
	const organisations = (session.user?.organisations ?? []).filter((one) => memberCan(one, 'events.create'));
	const [own] = organisations;
	// Made of the email at sign-up: nobody has chosen this name yet, and guests are about to read it.
	const isUnnamed =
		organisations.length === 1 && own?.name === organiserNameFromEmail(session.user?.email ?? '');
	const nameToSave =
		isUnnamed && memberCan(own, 'organisation.edit') && name?.trim() && name.trim() !== own.name
			? name.trim()
			: null;

	return { organisations, own, organisation, setOrganisation, isUnnamed, name, setName, nameToSave };
}

export type Organiser = ReturnType<typeof useOrganiser>;

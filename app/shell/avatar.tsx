import clsx from 'clsx';

export interface Person {
	firstName: string;
	lastName: string;
	email: string;
	profileImageUrl: string | null;
}

/** Initials of first and last name, otherwise the first letter of the email. */
export function initialsOf({ firstName, lastName, email }: Omit<Person, 'profileImageUrl'>): string {
	const first = (text: string) => [...new Intl.Segmenter().segment(text.trim())][0]?.segment ?? '';
	return (first(firstName) + first(lastName) || first(email)).toLocaleUpperCase();
}

/** The profile image, otherwise the initials. The name stands beside it or on the button around it. */
export function Avatar({ person, className }: { person: Person; className?: string }) {
	const look = clsx('size-8 shrink-0 rounded-full', className);
	if (person.profileImageUrl) {
		return <img src={person.profileImageUrl} alt="" className={clsx(look, 'bg-sunken object-cover')} />;
	}
	return (
		<span
			aria-hidden="true"
			className={clsx(look, 'grid place-content-center bg-ink text-xs font-medium text-paper')}
		>
			{initialsOf(person)}
		</span>
	);
}

/** The date some days from now where the events of the tests are, which late in the evening is a day ahead of UTC: `2027-05-01`. */
export const inDays = (days: number): string =>
	new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now() + days * 86_400_000);

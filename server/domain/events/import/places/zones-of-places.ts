/**
 * Where countries have several time zones: which applies by default, in which state or province, and in which cities that
 * give no zone their name. Common geographic knowledge, checked by the tests against the zones of the engine. Names are
 * compared after `normalisePlace`.
 */
export const defaultZones: Record<string, string> = {
	AQ: 'Antarctica/McMurdo',
	AR: 'America/Argentina/Buenos_Aires',
	AU: 'Australia/Sydney',
	BR: 'America/Sao_Paulo',
	CA: 'America/Toronto',
	CD: 'Africa/Kinshasa',
	CL: 'America/Santiago',
	CN: 'Asia/Shanghai',
	CY: 'Asia/Nicosia',
	DE: 'Europe/Berlin',
	EC: 'America/Guayaquil',
	ES: 'Europe/Madrid',
	FM: 'Pacific/Pohnpei',
	GL: 'America/Nuuk',
	ID: 'Asia/Jakarta',
	KI: 'Pacific/Tarawa',
	KZ: 'Asia/Almaty',
	MH: 'Pacific/Majuro',
	MN: 'Asia/Ulaanbaatar',
	MX: 'America/Mexico_City',
	MY: 'Asia/Kuala_Lumpur',
	NZ: 'Pacific/Auckland',
	PF: 'Pacific/Tahiti',
	PG: 'Pacific/Port_Moresby',
	PS: 'Asia/Hebron',
	PT: 'Europe/Lisbon',
	RU: 'Europe/Moscow',
	UA: 'Europe/Kyiv',
	UM: 'Pacific/Wake',
	US: 'America/New_York',
	UZ: 'Asia/Tashkent',
	XK: 'Europe/Belgrade',
};

/** By country: a zone and the codes of the states or provinces where most people live by it. */
export const regionZones: Record<string, Record<string, string>> = {
	US: {
		'America/New_York': 'CT DC DE FL GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV',
		'America/Detroit': 'MI',
		'America/Indiana/Indianapolis': 'IN',
		'America/Kentucky/Louisville': 'KY',
		'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
		'America/Denver': 'CO MT NM UT WY',
		'America/Boise': 'ID',
		'America/Phoenix': 'AZ',
		'America/Los_Angeles': 'CA NV OR WA',
		'America/Anchorage': 'AK',
		'Pacific/Honolulu': 'HI',
	},
	CA: {
		'America/Toronto': 'ON QC',
		'America/Vancouver': 'BC',
		'America/Edmonton': 'AB NT',
		'America/Regina': 'SK',
		'America/Winnipeg': 'MB',
		'America/Halifax': 'NS PE',
		'America/Moncton': 'NB',
		'America/St_Johns': 'NL',
		'America/Whitehorse': 'YT',
		'America/Iqaluit': 'NU',
	},
	AU: {
		'Australia/Sydney': 'NSW ACT',
		'Australia/Melbourne': 'VIC VI',
		'Australia/Brisbane': 'QLD',
		'Australia/Perth': 'WA',
		'Australia/Adelaide': 'SA',
		'Australia/Hobart': 'TAS',
		'Australia/Darwin': 'NT',
	},
	BR: {
		'America/Rio_Branco': 'AC',
		'America/Manaus': 'AM',
		'America/Boa_Vista': 'RR',
		'America/Porto_Velho': 'RO',
		'America/Cuiaba': 'MT',
		'America/Campo_Grande': 'MS',
		'America/Belem': 'PA AP',
		'America/Araguaina': 'TO',
		'America/Fortaleza': 'CE RN PB PI MA',
		'America/Recife': 'PE',
		'America/Maceio': 'AL SE',
		'America/Bahia': 'BA',
	},
};

/** By country: a zone and cities that live by it, where neither default nor name of the zone gives it. */
export const cityZones: Record<string, Record<string, string>> = {
	US: {
		'America/Chicago':
			'austin dallas houston san-antonio fort-worth minneapolis saint-paul st-louis saint-louis kansas-city new-orleans nashville memphis milwaukee madison oklahoma-city tulsa omaha des-moines birmingham huntsville little-rock evansville pensacola bowling-green',
		'America/Denver':
			'boulder salt-lake-city albuquerque santa-fe colorado-springs aspen el-paso rapid-city provo park-city',
		'America/New_York': 'knoxville chattanooga',
		'America/Phoenix': 'tucson scottsdale tempe mesa',
		'America/Los_Angeles':
			'san-francisco seattle portland san-diego san-jose las-vegas oakland berkeley palo-alto mountain-view santa-clara sunnyvale anaheim pasadena sacramento santa-barbara long-beach redmond bellevue reno spokane coeur-d-alene',
		'Pacific/Honolulu': 'maui lahaina',
	},
	CA: {
		'America/Vancouver': 'victoria burnaby surrey kelowna whistler richmond',
		'America/Edmonton': 'calgary banff red-deer lethbridge jasper',
		'America/Regina': 'saskatoon',
		'America/Halifax': 'charlottetown',
		'America/Moncton': 'fredericton saint-john',
	},
	AU: {
		'Australia/Melbourne': 'geelong ballarat bendigo south-wharf',
		'Australia/Brisbane': 'gold-coast cairns townsville toowoomba sunshine-coast',
		'Australia/Perth': 'fremantle',
		'Australia/Hobart': 'launceston',
		'Australia/Darwin': 'alice-springs',
	},
	BR: {
		'America/Bahia': 'salvador feira-de-santana',
		'America/Fortaleza': 'natal joao-pessoa teresina sao-luis',
		'America/Recife': 'olinda porto-de-galinhas caruaru',
		'America/Maceio': 'aracaju',
		'America/Belem': 'macapa',
		'America/Araguaina': 'palmas',
	},
	RU: {
		'Asia/Yekaterinburg': 'ekaterinburg ufa perm chelyabinsk tyumen orenburg',
		'Europe/Samara': 'togliatti tolyatti izhevsk',
		'Asia/Vladivostok': 'khabarovsk',
		'Asia/Krasnoyarsk': 'abakan kemerovo',
	},
	MX: {
		'America/Cancun': 'playa-del-carmen tulum cozumel chetumal',
		'America/Mazatlan': 'culiacan la-paz los-cabos cabo-san-lucas',
		'America/Tijuana': 'ensenada mexicali',
		'America/Merida': 'campeche',
	},
	ID: { 'Asia/Makassar': 'bali denpasar ubud kuta lombok manado' },
	ES: {
		'Atlantic/Canary':
			'tenerife santa-cruz-de-tenerife gran-canaria las-palmas las-palmas-de-gran-canaria canarias canary-islands lanzarote fuerteventura la-palma',
	},
	PT: { 'Atlantic/Azores': 'azores ponta-delgada', 'Atlantic/Madeira': 'madeira funchal' },
	EC: { 'Pacific/Galapagos': 'puerto-ayora' },
	CL: { 'Pacific/Easter': 'easter-island rapa-nui hanga-roa' },
	AR: { 'America/Argentina/Ushuaia': 'tierra-del-fuego' },
};

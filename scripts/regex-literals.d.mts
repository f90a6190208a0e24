export interface RegexLiteral {
  text: string;
  wordBefore: boolean;
  wordAfter: boolean;
  notBefore: string[];
}

export function literalsOf(expression: RegExp): RegexLiteral[];

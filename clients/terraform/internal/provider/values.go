package provider

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Terraform's numbers have this precision; with another, equal numbers would differ.
const numberBits = 512

// memberOf is the API's name of an attribute: default_agent_id is defaultAgentId.
func memberOf(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}

// toWire makes JSON of a value. Null, and what is not known yet, is nil and left out of objects.
func toWire(value tftypes.Value) (any, error) {
	if value.IsNull() || !value.IsKnown() {
		return nil, nil
	}
	switch kind := value.Type(); {
	case kind.Is(tftypes.String):
		var text string
		err := value.As(&text)
		return text, err
	case kind.Is(tftypes.Bool):
		var flag bool
		err := value.As(&flag)
		return flag, err
	case kind.Is(tftypes.Number):
		var number big.Float
		if err := value.As(&number); err != nil {
			return nil, err
		}
		return numberToWire(&number)
	case kind.Is(tftypes.Object{}), kind.Is(tftypes.Map{}):
		return membersToWire(value, kind.Is(tftypes.Object{}))
	default:
		var elements []tftypes.Value
		if err := value.As(&elements); err != nil {
			return nil, err
		}
		made := make([]any, len(elements))
		for i, element := range elements {
			wire, err := toWire(element)
			if err != nil {
				return nil, err
			}
			made[i] = wire
		}
		return made, nil
	}
}

// numberToWire refuses a number that the API would keep as another one.
func numberToWire(number *big.Float) (json.Number, error) {
	written := number.Text('g', -1)
	nearest, _ := number.Float64()
	if math.IsInf(nearest, 0) {
		return "", fmt.Errorf("the number %s is too large", written)
	}
	kept := strconv.FormatFloat(nearest, 'f', -1, 64)
	if read, _, err := big.ParseFloat(kept, 10, numberBits, big.ToNearestEven); err != nil || read.Cmp(number) != 0 {
		return "", fmt.Errorf("the number %s would be kept as %s: the API has some sixteen digits", number.Text('f', -1), kept)
	}
	return json.Number(written), nil
}

// membersToWire renames the members of objects; the keys of maps are the user's own.
func membersToWire(value tftypes.Value, isObject bool) (map[string]any, error) {
	var members map[string]tftypes.Value
	if err := value.As(&members); err != nil {
		return nil, err
	}
	made := map[string]any{}
	for name, member := range members {
		wire, err := toWire(member)
		if err != nil {
			return nil, err
		}
		if isObject {
			name = memberOf(name)
		}
		if wire != nil {
			made[name] = wire
		}
	}
	return made, nil
}

// fromWire makes a value of JSON. Where JSON says the same as prior in other words (an absent list and an empty one, an
// instant with and without milliseconds), the value is prior, so that plans are stable.
func fromWire(kind tftypes.Type, wire any, prior tftypes.Value) (tftypes.Value, error) {
	if isEmpty(wire) && isKnownEmpty(prior) {
		return prior, nil
	}
	if wire == nil {
		return tftypes.NewValue(kind, nil), nil
	}
	switch {
	case kind.Is(tftypes.String):
		return textFromWire(wire, prior)
	case kind.Is(tftypes.Bool):
		flag, isFlag := wire.(bool)
		return tftypes.NewValue(kind, flag), expect(isFlag, kind, wire)
	case kind.Is(tftypes.Number):
		number, isNumber := wire.(json.Number)
		parsed, _, err := big.ParseFloat(number.String(), 10, numberBits, big.ToNearestEven)
		if !isNumber || err != nil {
			return tftypes.Value{}, expect(false, kind, wire)
		}
		return tftypes.NewValue(kind, parsed), nil
	}
	switch kind := kind.(type) {
	case tftypes.Object:
		return objectFromWire(kind, wire, prior)
	case tftypes.Map:
		return mapFromWire(kind, wire, prior)
	case tftypes.List:
		elements, err := elementsFromWire(kind.ElementType, wire)
		return tftypes.NewValue(kind, elements), err
	case tftypes.Set:
		elements, err := elementsFromWire(kind.ElementType, wire)
		return tftypes.NewValue(kind, elements), err
	}
	return tftypes.Value{}, fmt.Errorf("no attribute can be of the type %s", kind)
}

func textFromWire(wire any, prior tftypes.Value) (tftypes.Value, error) {
	text, isText := wire.(string)
	var before string
	if !prior.IsNull() && prior.IsKnown() && prior.As(&before) == nil && isSameInstant(before, text) {
		text = before
	} else if short := strings.Replace(text, ".000Z", "Z", 1); isSameInstant(short, text) {
		text = short // what most write, and what an import is compared with
	}
	return tftypes.NewValue(tftypes.String, text), expect(isText, tftypes.String, wire)
}

func objectFromWire(kind tftypes.Object, wire any, prior tftypes.Value) (tftypes.Value, error) {
	members, isObject := wire.(map[string]any)
	if !isObject {
		return tftypes.Value{}, expect(false, kind, wire)
	}
	before := membersOf(prior)
	made := map[string]tftypes.Value{}
	for name, one := range kind.AttributeTypes {
		member := members[memberOf(name)]
		if isEmpty(member) && before[name].Type() == nil && !one.Is(tftypes.String) {
			member = nil // an import: nobody writes what is empty
		}
		value, err := fromWire(one, member, before[name])
		if err != nil {
			return tftypes.Value{}, fmt.Errorf("%s: %w", name, err)
		}
		made[name] = value
	}
	return tftypes.NewValue(kind, made), nil
}

func mapFromWire(kind tftypes.Map, wire any, prior tftypes.Value) (tftypes.Value, error) {
	members, isObject := wire.(map[string]any)
	if !isObject {
		return tftypes.Value{}, expect(false, kind, wire)
	}
	before := membersOf(prior)
	made := map[string]tftypes.Value{}
	for key, member := range members {
		value, err := fromWire(kind.ElementType, member, before[key])
		if err != nil {
			return tftypes.Value{}, fmt.Errorf("%s: %w", key, err)
		}
		made[key] = value
	}
	return tftypes.NewValue(kind, made), nil
}

func elementsFromWire(kind tftypes.Type, wire any) ([]tftypes.Value, error) {
	elements, isList := wire.([]any)
	made := make([]tftypes.Value, len(elements))
	for i, element := range elements {
		value, err := fromWire(kind, element, tftypes.Value{})
		if err != nil {
			return nil, err
		}
		made[i] = value
	}
	return made, expect(isList, kind, wire)
}

// membersOf is empty for what is null, unknown or no object.
func membersOf(value tftypes.Value) map[string]tftypes.Value {
	var members map[string]tftypes.Value
	if value.Type() == nil || value.IsNull() || !value.IsKnown() || value.As(&members) != nil {
		return map[string]tftypes.Value{}
	}
	return members
}

// elementsOf is empty for what is null, unknown or no collection.
func elementsOf(value tftypes.Value) []tftypes.Value {
	var elements []tftypes.Value
	if value.Type() == nil || value.IsNull() || !value.IsKnown() || value.As(&elements) != nil {
		return nil
	}
	return elements
}

func isEmpty(wire any) bool {
	switch wire := wire.(type) {
	case nil:
		return true
	case string:
		return wire == ""
	case []any:
		return len(wire) == 0
	case map[string]any:
		return len(wire) == 0
	}
	return false
}

func isKnownEmpty(value tftypes.Value) bool {
	if value.Type() == nil || !value.IsKnown() {
		return false
	}
	wire, err := toWire(value)
	return err == nil && isEmpty(wire)
}

func isSameInstant(one, other string) bool {
	first, err := time.Parse(time.RFC3339Nano, one)
	if err != nil {
		return false
	}
	second, err := time.Parse(time.RFC3339Nano, other)
	return err == nil && first.Equal(second)
}

func expect(is bool, kind tftypes.Type, wire any) error {
	if is {
		return nil
	}
	return fmt.Errorf("the API answered %T where %s was expected", wire, kind)
}

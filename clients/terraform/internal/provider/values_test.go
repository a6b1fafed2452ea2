package provider

import (
	"encoding/json"
	"math/big"
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func TestValuesSurviveTheWayToTheAPIAndBack(t *testing.T) {
	object := tftypes.Object{AttributeTypes: map[string]tftypes.Type{
		"display_name": tftypes.String, "is_on": tftypes.Bool, "max_size": tftypes.Number,
		"rows": tftypes.List{ElementType: tftypes.List{ElementType: tftypes.String}},
		"tags": tftypes.Map{ElementType: tftypes.String}, "roles": tftypes.Set{ElementType: tftypes.String},
		"none": tftypes.String,
	}}
	wire := map[string]any{
		"displayName": "", "isOn": false, "maxSize": json.Number("0.1"),
		"rows": []any{[]any{"a", ""}, []any{}}, "tags": map[string]any{"my_key": "x"}, "roles": []any{"A"},
	}
	value, err := fromWire(object, wire, tftypes.Value{})
	if err != nil {
		t.Fatal(err)
	}
	back, err := toWire(value)
	if err != nil || !reflect.DeepEqual(back, wire) {
		t.Errorf("%v is not %v (%v)", back, wire, err)
	}
}

func TestNumbersThatTheAPIWouldChangeAreRefused(t *testing.T) {
	for text, isKept := range map[string]bool{
		"0": true, "-7.25": true, "0.1": true, "1e21": true, "1e-7": true, "9007199254740992": true,
		"9007199254740993": false, "3.14159265358979323846": false, "1e400": false, "-1e400": false,
	} {
		number, _, err := big.ParseFloat(text, 10, numberBits, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		if wire, err := toWire(tftypes.NewValue(tftypes.Number, number)); (err == nil) != isKept {
			t.Errorf("%s is sent as %v (%v)", text, wire, err)
		}
	}
}

func TestWhatIsTheSameInOtherWordsStaysAsItWas(t *testing.T) {
	texts := tftypes.List{ElementType: tftypes.String}
	for _, one := range []struct {
		prior tftypes.Value
		wire  any
		stays bool
	}{
		{tftypes.NewValue(tftypes.String, "2030-01-01T01:00:00+01:00"), "2030-01-01T00:00:00.000Z", true},
		{tftypes.NewValue(tftypes.String, "2030-01-01T01:00:00Z"), "2030-01-01T00:00:00.000Z", false},
		{tftypes.NewValue(texts, nil), []any{}, true},
		{tftypes.NewValue(texts, []tftypes.Value{}), nil, true},
		{tftypes.NewValue(texts, nil), []any{"x"}, false},
		{tftypes.NewValue(tftypes.String, ""), nil, true},
		{tftypes.NewValue(tftypes.String, "x"), nil, false},
	} {
		value, err := fromWire(one.prior.Type(), one.wire, one.prior)
		if err != nil || value.Equal(one.prior) != one.stays {
			t.Errorf("%v with %v is %v (%v)", one.prior, one.wire, value, err)
		}
	}
}

func TestAnImportHasWhatAConfigurationWouldHave(t *testing.T) {
	texts := tftypes.List{ElementType: tftypes.String}
	object := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"environments": texts}}
	value, err := fromWire(object, map[string]any{"environments": []any{}}, tftypes.Value{})
	if err != nil || !membersOf(value)["environments"].IsNull() {
		t.Errorf("%v (%v)", value, err)
	}
	value, err = fromWire(tftypes.String, "2030-01-01T00:00:00.000Z", tftypes.Value{})
	if err != nil || !value.Equal(tftypes.NewValue(tftypes.String, "2030-01-01T00:00:00Z")) {
		t.Errorf("%v (%v)", value, err)
	}
}

func TestAnAnswerOfAnotherTypeIsAnError(t *testing.T) {
	for wire, kind := range map[any]tftypes.Type{"x": tftypes.Number, true: tftypes.String, json.Number("1"): tftypes.Bool} {
		if value, err := fromWire(kind, wire, tftypes.Value{}); err == nil {
			t.Errorf("%v became %v", wire, value)
		}
	}
}

func TestNamesStandInAddressesAsTheyAre(t *testing.T) {
	of := func(name string) tftypes.Value {
		kind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"name": tftypes.String}}
		return tftypes.NewValue(kind, map[string]tftypes.Value{"name": tftypes.NewValue(tftypes.String, name)})
	}
	if path, err := filled("/v1/{name}/x", of("a b/c?d&ü")); path != "/v1/a%20b%2Fc%3Fd%26%C3%BC/x" || err != nil {
		t.Errorf("%s %v", path, err)
	}
	for _, name := range []string{"", ".", ".."} {
		if path, err := filled("/v1/{name}", of(name)); err == nil {
			t.Errorf("%q made %s", name, path)
		}
	}
}
